import MediaTime
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks which shortcuts are shown at which time, as pure values.
@Suite struct ShortcutPathTests {
    private func press(_ time: Int64, _ keys: String...) -> ShortcutPath.Press {
        .init(time: .milliseconds(time), keys: keys)
    }

    private func shown(_ path: ShortcutPath, at time: Int64) -> [String]? {
        path.shown(at: .milliseconds(time))?.shortcuts.map {
            $0.keys.joined(separator: "+") + ($0.count > 1 ? "×\($0.count)" : "")
        }
    }

    @Test(
        "Those within half a second are shown together, repeated ones are counted, and all go 0.8 s after the last one")
    func groups() {
        let path = ShortcutPath(
            [
                press(1000, "Ctrl", "C"), press(1500, "Ctrl", "V"), press(1900, "Ctrl", "V"), press(2401, "F5"),
                press(9000, "Esc"),
            ], until: .milliseconds(9300))
        #expect(
            path.groups.map(\.range) == [
                TimeRange(start: .milliseconds(1000), end: .milliseconds(2401)),
                TimeRange(start: .milliseconds(2401), end: .milliseconds(3201)),
                TimeRange(start: .milliseconds(9000), end: .milliseconds(9300)),
            ])
        #expect(shown(path, at: 999) == nil && shown(path, at: 3201) == nil && shown(path, at: 9300) == nil)
        #expect(shown(path, at: 1499) == ["Ctrl+C"] && shown(path, at: 1500) == ["Ctrl+C", "Ctrl+V"])
        #expect(shown(path, at: 2400) == ["Ctrl+C", "Ctrl+V×2"] && shown(path, at: 2401) == ["F5"])
        #expect(path.shown(at: .milliseconds(1200))?.visibility == 1)
        #expect((path.shown(at: .milliseconds(3190))?.visibility ?? 1) < 0.1)
        #expect(ShortcutPath().groups.isEmpty && ShortcutPath([press(5, "F1")], until: .zero).groups.isEmpty)
    }

    @Test("At most the last four are shown at once")
    func many() {
        let path = ShortcutPath((0..<9).map { press($0 * 100, "F\($0)") }, until: .seconds(9))
        #expect(shown(path, at: 850) == ["F5", "F6", "F7", "F8"])
    }

    @Test("Outside its parts nothing is shown, and inside a still part nothing changes")
    func parts() {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            var (time, presses) = (Int64(0), [ShortcutPath.Press]())
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                time += .random(in: 0...1500, using: &random)
                presses.append(press(time, "F\(Int.random(in: 1...3, using: &random))"))
            }
            let end = time + .random(in: 0...1000, using: &random)
            let path = ShortcutPath(presses, until: .milliseconds(end))
            for (one, next) in zip(path.parts, path.parts.dropFirst()) { #expect(one.range.end <= next.range.start) }
            for tick in 0..<end {
                let instant = MediaTime.milliseconds(tick)
                let part = path.parts.first { $0.range.contains(instant) }
                #expect((path.shown(at: instant) != nil) == (part != nil), "\(tick)")
                guard let part, !part.isMoving, part.range.contains(.milliseconds(tick + 1)) else { continue }
                #expect(shown(path, at: tick) == shown(path, at: tick + 1), "\(tick)")
                #expect(path.shown(at: instant)?.visibility == 1, "\(tick)")
            }
        }
    }
}
