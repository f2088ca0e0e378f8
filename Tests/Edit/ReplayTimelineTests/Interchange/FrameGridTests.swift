import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

/// Checks an edit in whole frames.
@Suite struct FrameGridTests {
    @Test("Clips are end to end, in order, within the recording, and as long together as the edit")
    func sound() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<500 {
            let (_, history) = try InterchangeContent.random(using: &random)
            let edit = history.edit
            let rate = try #require(FrameRate(["10", "3", "25", "30000/1001"].randomElement(using: &random) ?? ""))
            let grid = FrameGrid(edit, rate: rate)
            var (place, source) = (0, 0)
            for clip in grid.clips {
                #expect(clip.edited.lowerBound == place && !clip.edited.isEmpty)
                #expect(clip.source.lowerBound >= source - 1 && clip.source.upperBound <= max(grid.frameCount, 1))
                if clip.speed == .normal { #expect(clip.source.count == clip.edited.count) }
                (place, source) = (clip.edited.upperBound, clip.source.upperBound)
            }
            let wanted =
                edit.editedDuration.seconds * Double(rate.framesPerSecond.numerator)
                / Double(rate.framesPerSecond.denominator)
            #expect((Double(place) - wanted).magnitude <= 0.501)
        }
    }

    @Test("Where frames and ticks are the same, nothing moves")
    func exact() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let edit = try EditHistory.random(using: &random).edit
            let grid = FrameGrid(edit, rate: try #require(FrameRate(10)))
            #expect(grid.movedCount == 0)
            #expect(grid.clips.map(\.source) == edit.kept.map { Int($0.start.value)..<Int($0.end.value) })
        }
    }
}
