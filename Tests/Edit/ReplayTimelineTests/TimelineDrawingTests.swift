import ReplayTestSupport
import ReplayTimeline
import Testing

@Suite struct TimelineDrawingTests {
    private func edit(_ operations: EditOperation...) throws -> Edit {
        try Edit(duration: .tenths(200)).applying(operations)
    }

    @Test("Stretches are drawn in proportion")
    func stretchesAreDrawnInProportion() throws {
        let edit = try edit(.cut(.tenths(50, 100)), .trim(.tenths(0, 150)))
        #expect(TimelineDrawing(edit, width: 20).line() == "━━━━━┄┄┄┄┄━━━━━┄┄┄┄┄")
        #expect(TimelineDrawing(edit, width: 8).line(style: .ascii) == "==..==..")
        #expect(TimelineDrawing(edit, width: 0).line() == "")
        #expect(TimelineDrawing(edit, width: -1).line() == "")
    }

    @Test("The shortest stretch shows while there are cells enough")
    func shortestStretchShowsWhileThereAreCellsEnough() throws {
        let cut = try edit(.cut(.tenths(100, 101)))
        #expect(TimelineDrawing(cut, width: 10).line(style: .ascii) == "=====.====")
        let kept = try edit(.trim(.tenths(199, 200)))
        #expect(TimelineDrawing(kept, width: 10).line(style: .ascii) == ".........=")
        #expect(TimelineDrawing(kept, width: 1).line(style: .ascii) == "=")
    }

    @Test("Every frame is as wide as asked, and shows each kept stretch where it can")
    func everyFrameIsAsWideAsAsked() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<3000 {
            let edit = try EditHistory.random(using: &random).edit
            let width = Int.random(in: 1...100, using: &random)
            let cells = TimelineDrawing(edit, width: width).cells
            #expect(cells.count == width)
            let runs = zip([false] + cells, cells).count { !$0 && $1 }
            let stretches = 2 * edit.kept.count + 1
            if stretches <= width { #expect(runs == edit.kept.count) }
            if edit.kept.count <= width { #expect(cells.count { $0 } >= edit.kept.count) }
        }
    }
}
