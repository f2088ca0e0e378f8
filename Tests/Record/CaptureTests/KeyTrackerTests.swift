import Testing

@testable import ReplayCapture
@testable import ReplaySources

/// Checks which presses of keys are shortcuts, as pure values: never one that types text.
@Suite struct KeyTrackerTests {
    /// The key codes of the tests, with the symbols of their keys. `a` has a Cyrillic letter first.
    private static let keyboard: [UInt8: [UInt32]] = [
        10: [0x06C6, 0x06E6, 0x61, 0x41], 11: [0x73, 0x53], 12: [0xFF1B], 13: [0xFFC2], 14: [0xFF0D], 15: [0x31, 0x21],
        16: [0x75, 0x55], 17: [0x20], 18: [0xFF09, 0xFE20], 19: [0], 20: [0xE9, 0xC9], 37: [0xFFE3], 50: [0xFFE1],
        64: [0xFFE9], 108: [0xFE03], 133: [0xFFEB],
    ]

    private func tracker(pressed: Set<UInt8> = []) -> KeyTracker {
        KeyTracker(pressed: pressed) { Self.keyboard[$0, default: []].map { KeySymbol(number: $0) } }
    }

    /// Holds keys, presses others one after another, and returns the shortcuts.
    private func chords(holding held: UInt8..., press codes: [UInt8]) -> [String] {
        var tracker = tracker()
        for code in held { #expect(tracker.press(code) == nil) }
        return codes.compactMap { code in
            defer { tracker.release(code) }
            return tracker.press(code).map(name)
        }
    }

    private func name(_ chord: KeyChord) -> String {
        (KeyChord.Modifier.allCases.filter(chord.modifiers.contains).map { "\($0)" } + [chord.key]).joined(
            separator: "+")
    }

    @Test("Keys that type are none alone, with Shift or with AltGr; Esc and F5 are shortcuts by themselves")
    func text() {
        let typing: [UInt8] = [10, 11, 14, 15, 16, 17, 18, 19, 20, 99]
        #expect(chords(press: typing).isEmpty && chords(holding: 50, press: typing).isEmpty)
        #expect(chords(holding: 108, press: typing).isEmpty && chords(holding: 37, 108, press: typing).isEmpty)
        #expect(chords(press: [12, 13]) == ["Esc", "F5"] && chords(holding: 50, press: [13]) == ["shift+F5"])
    }

    @Test(
        "With Ctrl, Alt or Super they are, named as on the key, in the Latin layout, and once however long they are held"
    )
    func chords() {
        #expect(chords(holding: 37, press: [10, 11, 15]) == ["control+A", "control+S", "control+1"])
        #expect(chords(holding: 37, 50, press: [11]) == ["control+shift+S"])
        #expect(
            chords(holding: 64, press: [18]) == ["alt+Tab"] && chords(holding: 133, press: [17]) == ["superKey+Space"])
        #expect(chords(holding: 37, press: [20]) == ["control+É"])
        var held = tracker(pressed: [37])
        #expect(held.press(11).map(name) == "control+S" && held.press(11) == nil && held.press(11) == nil)
        held.release(11)
        held.release(37)
        #expect(held.press(11) == nil)
    }

    @Test("The digits of a character that is entered by its number are none")
    func number() {
        #expect(chords(holding: 37, 50, press: [16, 15, 10, 15]) == ["control+shift+U"])
        var tracker = tracker(pressed: [37, 50])
        _ = tracker.press(16)
        tracker.release(16)
        tracker.release(50)
        _ = tracker.press(50)
        #expect(tracker.press(11).map(name) == "control+shift+S")
    }
}
