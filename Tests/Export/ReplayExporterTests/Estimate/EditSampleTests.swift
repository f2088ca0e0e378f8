import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayExporter
@testable import ReplayMovie

/// Checks the sample of an edit from which a whole export is estimated.
@Suite struct EditSampleTests {
    /// Returns a track of 30 frames per second. All frames of a second have that second's size.
    private func track(sizes: [Int32]) -> MovieIndex.Track {
        let samples = sizes.enumerated().flatMap { second, size in
            (0..<30).map { frame in
                let time = Int64(second) * 90_000 + Int64(frame) * 3000
                return MovieIndex.Sample(
                    dts: time, pts: time, duration: 3000, offset: 0, size: size, isKeyframe: frame == 0)
            }
        }
        return MovieIndex.Track(kind: .video, timescale: 90_000, samples: SampleTable(samples))
    }

    @Test("The sample has the same proportion of motion as the whole edit", arguments: 2...8)
    func proportion(count: Int) throws {
        // A quarter of the recording moves.
        let sizes = (0..<64).map { $0 % 8 < 2 ? Int32(10_000) : 100 }
        let edit = try Edit(duration: MediaTime(value: 64 * 90_000, timescale: 90_000))
        let track = track(sizes: sizes)
        let sample = try #require(try EditSample(of: edit, count: count, length: 2, track: track))
        let moving = sample.edit.kept.reduce(0.0) { sum, range in
            let seconds = Int(range.start.value / 90_000)..<Int(range.end.value / 90_000)
            return sum + Double(seconds.count { sizes[$0] == 10_000 })
        }
        #expect(abs(moving / Double(2 * count) - 0.25) < 0.6 / Double(count), "\(moving) of \(2 * count) s")
        let bytes = Double(sizes.reduce(0) { $0 + Int($1) * 30 })
        let sampled = moving * 300_000 + (Double(2 * count) - moving) * 3000
        #expect(abs(sample.scale - bytes / sampled) < 0.001)
    }

    @Test("Its stretches are of the edit, whole, and begin where it says", arguments: 0..<20)
    func stretches(round: Int) throws {
        var random = SplitMix64.seeded(function: "stretches \(round)")
        let track = track(sizes: (0..<10).map { _ in Int32.random(in: 10...10_000, using: &random) })
        for _ in 0..<20 {
            let edit = try Edit.random(timescale: 90_000, using: &random)
            let count = Int.random(in: 1...3, using: &random)
            guard let sample = try EditSample(of: edit, count: count, length: 1, track: track) else {
                #expect(edit.editedDuration.value < Int64(count + 1) * 90_000)
                continue
            }
            #expect(sample.edit.editedDuration.value == Int64(count) * 90_000)
            #expect(sample.starts == (0..<count).map { MediaTime(value: Int64($0) * 90_000, timescale: 90_000) })
            #expect(sample.edit.kept.allSatisfy { range in edit.kept.contains { $0.intersection(range) == range } })
        }
    }

    @Test("The beginning of an edit has the requested length and the edit's first clips", arguments: 0..<20)
    func beginning(round: Int) throws {
        var random = SplitMix64.seeded(function: "beginning \(round)")
        let edit = try Edit.random(timescale: 90_000, using: &random)
        for seconds in Int64(1)...10 {
            let beginning = try edit.beginning(seconds: seconds)
            #expect(beginning.editedDuration.value == min(edit.editedDuration.value, seconds * 90_000))
            #expect(beginning.clips.dropLast() == edit.clips.prefix(beginning.clips.count - 1))
        }
    }
}
