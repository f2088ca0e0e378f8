import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayTimeline

/// Checks the proposal of zooms, with a frame of 1920x1080 pixels.
@Suite struct ZoomProposalTests {
    private static let size = (width: 1920, height: 1080)

    private func path(_ clicks: [(Int64, Int, Int)], steps: [(Int64, Int, Int)?] = []) -> PointerPath {
        PointerPath(
            steps: steps.compactMap { step in
                step.map { PointerPath.Step(time: .milliseconds($0.0), place: PointerPath.Place(x: $0.1, y: $0.2)) }
            },
            clicks: clicks.map {
                PointerPath.Click(time: .milliseconds($0.0), place: PointerPath.Place(x: $0.1, y: $0.2))
            })
    }

    /// Returns the proposed zooms as milliseconds and rectangles.
    private func zooms(
        _ path: PointerPath, changes: [ScreenChange] = [], seconds: Int64 = 60, scale: Int = 180,
        in range: TimeRange? = nil, besides others: [TimeRange] = []
    ) -> [(start: Int64, end: Int64, area: FrameRectangle)] {
        ZoomProposal(
            size: Self.size, duration: .seconds(seconds), pointer: path, changes: changes, scale: scale
        ).zooms(in: range, besides: others).map { zoom in
            func milliseconds(_ time: MediaTime) -> Int64 { time.converted(to: 1000, rounding: .nearest).value }
            return (milliseconds(zoom.range.start), milliseconds(zoom.range.end), zoom.rectangle)
        }
    }

    private func change(_ time: Int64, _ x: Int, _ y: Int, _ width: Int = 12, _ height: Int = 24) throws -> ScreenChange
    {
        ScreenChange(.milliseconds(time), in: try #require(FrameRectangle(x: x, y: y, width: width, height: height)))
    }

    /// Returns the changes of a text that is typed: a character every 150 ms.
    private func typing(from start: Int64, count: Int64, x: Int, y: Int) throws -> [ScreenChange] {
        try (0..<count).map { try change(start + $0 * 150, x + Int($0) * 12, y) }
    }

    @Test("A click is shown from before it until after it, in the middle, and within the frame")
    func click() {
        let found = zooms(path([(10_000, 960, 540), (30_000, 5, 1079)]))
        #expect(found.map(\.start) == [9700, 29_700] && found.map(\.end) == [12_500, 32_500])
        #expect(found.map(\.area.description) == ["1066x599+427+241", "1066x599+0+481"])
        #expect(zooms(path([(10_000, 960, 540)]), scale: 400).first?.area.description == "480x270+720+405")
    }

    @Test("Clicks at one place are one zoom; at another place soon after, the view moves there directly")
    func regions() {
        var found = zooms(path([(10_000, 960, 540), (13_000, 1000, 560), (17_000, 940, 500)]))
        #expect(found.map(\.start) == [9700] && found.map(\.end) == [19_500])
        found = zooms(path([(10_000, 300, 300), (13_500, 1600, 900)]))
        #expect(found.map(\.start) == [9700, 13_200] && found.map(\.end) == [13_200, 16_000])
        // Clicks to and fro leave each zoom long enough to be understood.
        found = zooms(path([(10_000, 300, 300), (10_400, 1600, 900), (10_800, 300, 300)]))
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.end == $1.start && $0.end - $0.start >= 1500 })
        found = zooms(path([(10_000, 300, 300), (20_000, 1600, 900)]))
        #expect(found.map(\.end) == [12_500, 22_500])
    }

    @Test("Nothing is enlarged in the last second, outside the range, or where there is a zoom")
    func limits() {
        #expect(zooms(path([(58_900, 960, 540)])).isEmpty)
        #expect(zooms(path([(57_000, 960, 540)])).first?.end == 59_000)
        let clicks = path([(10_000, 300, 300), (30_000, 300, 300)])
        let range = TimeRange(start: .seconds(20), end: .seconds(32))
        #expect(zooms(clicks, in: range).map(\.start) == [29_700] && zooms(clicks, in: range).map(\.end) == [32_000])
        #expect(zooms(clicks, besides: [TimeRange(start: .seconds(12), end: .seconds(13))]).map(\.start) == [29_700])
        #expect(zooms(path([])).isEmpty)
    }

    @Test("A pointer that dwells is shown; one that passes, or rests, is not")
    func dwell() {
        let steps: [(Int64, Int, Int)?] = [
            (1000, 100, 100), (1100, 500, 500), (1300, 510, 505), (2500, 900, 100), (2600, 1500, 800),
        ]
        let found = zooms(path([], steps: steps))
        #expect(found.count == 1 && found.first?.start == 800 && found.first?.end == 5000)
    }

    @Test("Typing is shown as long as it goes on, in a window that holds the text")
    func typing() throws {
        let text = try typing(from: 10_000, count: 60, x: 400, y: 500)
        var found = zooms(path([]), changes: text)
        #expect(found.count == 1 && found[0].start == 9700 && found[0].end == 10_000 + 59 * 150 + 2500)
        #expect(found[0].area.x <= 400 && found[0].area.x + found[0].area.width >= 400 + 60 * 12)
        found = zooms(path([(9000, 420, 510)]), changes: text)
        #expect(found.count <= 2 && found.last?.end == 10_000 + 59 * 150 + 2500)
        // Far from the last click, something else changes.
        #expect(zooms(path([(9000, 1900, 20)]), changes: text).map(\.end) == [11_500])
    }

    @Test("A cursor that blinks, a clock, and a screen that changes as a whole are not typing")
    func noTyping() throws {
        let blinking = try (0..<100).map { try change(Int64($0) * 530, 400, 500, 2, 24) }
        #expect(zooms(path([]), changes: blinking).isEmpty)
        let clock = try (0..<50).map { try change(Int64($0) * 1000, 1800 + $0 % 5, 10, 40, 20) }
        #expect(zooms(path([]), changes: clock).isEmpty)
        let scrolling = try (0..<100).map { try change(Int64($0) * 100, $0, 0, 1700, 1000) }
        #expect(zooms(path([]), changes: scrolling).isEmpty)
    }

    @Test("Whatever happens, zooms ascend, do not overlap, lie in the frame and fit into an edit")
    func properties() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            func times(_ count: Int) -> [Int64] {
                (0..<count).map { _ in Int64.random(in: 0..<60_000, using: &random) }.sorted()
            }
            let clicks = times(.random(in: 0...30, using: &random)).map {
                ($0, Int.random(in: -5...2000, using: &random), Int.random(in: -5...1100, using: &random))
            }
            let changes = try times(.random(in: 0...200, using: &random)).map {
                try change($0, .random(in: 0..<1800, using: &random), .random(in: 0..<1000, using: &random))
            }
            let scale = Int.random(in: 110...400, using: &random)
            let proposal = ZoomProposal(
                size: Self.size, duration: .seconds(60), pointer: path(clicks), changes: changes, scale: scale)
            let zooms = proposal.zooms()
            for zoom in zooms { #expect(zoom.rectangle.fits(width: 1920, height: 1080)) }
            for (one, next) in zip(zooms, zooms.dropFirst()) { #expect(one.range.end <= next.range.start) }
            let edit = try Edit(duration: .seconds(60)).applying(zooms.map { .zoom($0) })
            #expect(edit.zooms.count == zooms.count)
        }
    }
}
