import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks idle and silent ranges, and the edits made of them.
@Suite struct RecordingActivityTests {
    private func activity(changes: [Int64] = [], audible: [TimeRange] = []) -> RecordingActivity {
        RecordingActivity(duration: .tenths(100), changes: changes.map { .tenths($0) }, audible: audible)
    }

    @Test("A stretch is idle between two changes where nothing is heard, but for a margin at each end")
    func idle() {
        let some = activity(changes: [10, 12, 50, 90], audible: [.tenths(60, 65), .tenths(62, 70)])
        let margin = MediaTime.tenths(2)
        #expect(some.idle(minimum: .tenths(20), margin: margin) == [.tenths(14, 48), .tenths(72, 88)])
        #expect(some.idle(minimum: .tenths(38), margin: margin) == [.tenths(14, 48)])
        #expect(some.idle(minimum: .tenths(39), margin: margin).isEmpty)
        // There is no margin at the recording's own ends.
        let ends: [TimeRange] = [.tenths(0, 8), .tenths(14, 48), .tenths(52, 58), .tenths(72, 88), .tenths(92, 100)]
        #expect(some.idle(minimum: .tenths(10), margin: margin) == ends)
        #expect(activity().idle(minimum: .tenths(100), margin: margin) == [.tenths(0, 100)])
    }

    @Test("A stretch is silent whatever the screen shows")
    func silent() {
        let some = activity(changes: [5, 15, 25], audible: [.tenths(-5, 3), .tenths(40, 41), .tenths(95, 200)])
        #expect(some.audible == [.tenths(0, 3), .tenths(40, 41), .tenths(95, 100)])
        let margin = MediaTime.tenths(1)
        #expect(some.silent(minimum: .tenths(5), margin: margin) == [.tenths(4, 39), .tenths(42, 94)])
        #expect(some.silent(minimum: .tenths(5), margin: .tenths(20)) == [.tenths(61, 75)])
    }

    @Test("In what is idle nothing happens, and what is not idle is never far from something that does")
    func property() {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let some = activity(
                changes: (0..<Int.random(in: 0...12, using: &random)).map { _ in .random(in: -5...105, using: &random)
                },
                audible: (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    let start = Int64.random(in: -5...100, using: &random)
                    return .tenths(start, start + .random(in: 0...20, using: &random))
                })
            let (minimum, margin) = (
                MediaTime.tenths(.random(in: 1...30, using: &random)),
                MediaTime.tenths(.random(in: 0...5, using: &random))
            )
            let idle = some.idle(minimum: minimum, margin: margin)
            for range in idle {
                #expect(range.start < range.end && range.start >= .zero && range.end <= some.duration)
                #expect(!some.changes.contains { $0 > range.start && $0 < range.end })
                #expect(!some.audible.contains { $0.start < range.end && $0.end > range.start })
            }
            for (range, next) in zip(idle, idle.dropFirst()) { #expect(range.end + margin + margin <= next.start) }
            for tick in Int64(0)..<100 where !idle.contains(where: { $0.contains(.tenths(tick)) }) {
                let near = TimeRange(start: .tenths(tick) - margin - minimum, end: .tenths(tick) + margin + minimum)
                #expect(
                    some.changes.contains { near.start <= $0 && $0 <= near.end }
                        || some.audible.contains { $0.start <= near.end && near.start <= $0.end }, "\(tick)")
            }
        }
    }

    @Test("Only what is kept is removed, and a speed that was decided stays")
    func shortening() throws {
        var edit = try Edit(duration: .tenths(100))
        for operation: EditOperation in [
            .trim(.tenths(10, 90)), .cut(.tenths(30, 40)), .speed(.tenths(60, 70), .double),
        ] { try edit.apply(operation) }
        let wanted: [TimeRange] = [.tenths(55, 65), .tenths(0, 20), .tenths(25, 45), .tenths(18, 22), .tenths(89, 99)]
        let cuts = edit.shortening(wanted)
        #expect(
            cuts == [
                .cut(.tenths(10, 22)), .cut(.tenths(25, 30)), .cut(.tenths(40, 45)), .cut(.tenths(55, 65)),
                .cut(.tenths(89, 90)),
            ])
        let speeds = edit.shortening(wanted, to: .double)
        #expect(speeds.contains(.speed(.tenths(55, 60), .double)) && speeds.count == 5)
        for operations in [cuts, speeds] {
            let shorter = try operations.reduce(into: edit) { try $0.apply($1) }
            #expect(shorter.editedDuration < edit.editedDuration)
            #expect(operations == cuts ? shorter.shortening(wanted).isEmpty : shorter.kept == edit.kept)
        }
    }
}

extension Speed {
    fileprivate static let double = Speed("2x") ?? .normal
}
