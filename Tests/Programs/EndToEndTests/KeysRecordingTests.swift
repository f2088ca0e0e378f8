import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks which keys the recorder notes on a separate display: shortcuts, and never what is typed.
@Suite(.serialized, .timeLimit(.minutes(30))) struct KeysRecordingTests {
    /// The X key codes of the standard layout.
    private enum Code {
        static let (escape, f5, control, shift, alt, s, c, enter):
            (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8) = (
                9, 71, 37, 50, 64, 39, 54, 36
            )
        /// The keys of “hunter” and “2”, and those of all other letters and digits.
        static let password: [UInt8] = [43, 30, 57, 28, 26, 27, 11]
        static let typing: [UInt8] =
            Array(10...21) + Array(24...35) + Array(38...48) + Array(52...61) + [65, 23, 22, 36]
    }

    private func folder(_ place: Workplace) throws -> String {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil).path
    }

    /// Returns the names of the shortcuts in the file, read as PRIVACY.md describes it.
    private func shortcuts(_ place: Workplace) throws -> [String] {
        guard let data = FileManager.default.contents(atPath: try folder(place) + "/keys.bin") else { return [] }
        let bytes = [UInt8](data)
        #expect(bytes.count % 32 == 0)
        return stride(from: 0, to: bytes.count, by: 32).map { start in
            let entry = Array(bytes[start..<start + 32])
            let modifiers = ["Ctrl", "Alt", "Super", "Shift"].enumerated().filter { entry[6] >> $0.offset & 1 == 1 }
            return (modifiers.map(\.element) + [String(decoding: entry[8..<8 + Int(entry[7])], as: UTF8.self)])
                .joined(separator: "+")
        }
    }

    /// Requests the status, which waits for the recorder's answer, until the file has this many shortcuts.
    private func awaitShortcuts(_ place: Workplace, _ count: Int) throws -> [String] {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while ContinuousClock.now < deadline {
            _ = try place.replay("status")
            let found = try shortcuts(place)
            if found.count >= count { return found }
        }
        throw ServerError("They never came: \(try shortcuts(place))")
    }

    /// Requests the status until the pointer has been noted at a place.
    private func awaitPointer(_ place: Workplace, x: Int, y: Int) throws {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while ContinuousClock.now < deadline {
            _ = try place.replay("status")
            let bytes = [UInt8](FileManager.default.contents(atPath: try folder(place) + "/pointer.bin") ?? Data())
            let isThere = stride(from: 0, to: bytes.count - 15, by: 16).contains { start in
                Int(bytes[start + 10]) + 256 * Int(bytes[start + 11]) == x && Int(bytes[start + 12]) == y
            }
            if isThere { return }
        }
        throw ServerError("The pointer was never there.")
    }

    private func start(_ place: Workplace, _ options: String...) throws -> InputInjector {
        let input = try InputInjector(display: place.screen?.display)
        let begun = try place.start(["record", "--audio", "none", "--keys", "shortcuts", "--detach"] + options).wait()
        try #require(begun.status == 0, "\(begun.errors)")
        _ = try place.awaitStatus { $0.frames > 0 }
        return input
    }

    @Test("Shortcuts are noted and shown; what is typed, in a window or a prompt, is in no file")
    func records() throws {
        let place = try Workplace(screen: (640, 360))
        let input = try start(place)
        for code in Code.typing { input.type(code) }
        input.hold(Code.shift) { for code in Code.typing { input.type(code) } }
        input.hold(Code.control) { input.type(Code.s) }
        input.hold(Code.control) { input.hold(Code.shift) { input.type(Code.c) } }
        input.type(Code.f5)
        let expected = ["Ctrl+S", "Ctrl+Shift+C", "F5"]
        #expect(try awaitShortcuts(place, 3) == expected)
        // A prompt for a password has the focus.
        let prompt = try PaintedWindow(
            PixelRectangle(width: 200, height: 100, x: 200, y: 100), colour: 0x20_2020, className: "ssh-askpass",
            display: place.screen?.display)
        prompt.show()
        _ = try place.awaitStatus { $0.coverReasons == ["window"] }
        for code in Code.password { input.type(code) }
        input.hold(Code.control) { input.type(Code.c) }
        input.type(Code.escape)
        prompt.close()
        _ = try place.awaitStatus { $0.coverReasons.isEmpty }
        input.hold(Code.alt) { input.type(Code.f5) }
        #expect(try awaitShortcuts(place, 4) == expected + ["Alt+F5"])
        #expect(try place.replay("stop").status == 0)
        #expect(try place.replay("info").output.contains("4 shortcuts"))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder(place) + "/keys.bin")
        #expect(attributes[.posixPermissions] as? Int == 0o600)

        #expect(try place.replay("edit", "keys", "size", "15%").status == 0)
        let made = try place.replay("export", "--preset", "original", "-o", place.path("out.mp4"))
        #expect(made.status == 0, "\(made.errors)")
        // The face of a cap, at the bottom in the middle, is dark grey on black, and its letters are white.
        let seen = try MediaProbe(path: place.path("out.mp4")).pixels(of: 0xF4_F4F5, tolerance: 60)
        #expect(seen.contains { $0.count > 30 } && seen.contains { $0.count == 0 }, "\(seen)")
    }

    @Test("A prompt that has the focus is told nothing of, even where private windows do not cover the recording")
    func prompt() throws {
        let place = try Workplace(screen: (640, 360))
        let input = try start(place, "--no-auto-cover", "--pointer")
        input.move(x: 20, y: 20)
        input.type(Code.f5)
        #expect(try awaitShortcuts(place, 1) == ["F5"])
        let prompt = try PaintedWindow(
            PixelRectangle(width: 200, height: 100, x: 200, y: 100), colour: 0x20_2020, className: "Pinentry-gtk-2",
            display: place.screen?.display)
        prompt.show()
        // Without a window manager, the focus is where the pointer is.
        input.move(x: 300, y: 150)
        input.hold(Code.control) { input.type(Code.c) }
        input.type(Code.escape)
        // When the recorder has seen this motion, it has also seen the keys.
        input.move(x: 301, y: 151)
        try awaitPointer(place, x: 301, y: 151)
        input.move(x: 20, y: 20)
        input.hold(Code.alt) { input.type(Code.f5) }
        #expect(try awaitShortcuts(place, 2) == ["F5", "Alt+F5"])
        #expect(try place.replay("stop").status == 0)
        #expect(try shortcuts(place) == ["F5", "Alt+F5"])
        prompt.close()
    }

    @Test("Nothing is noted while paused and while covered, and without --keys nothing at all")
    func hidden() throws {
        let place = try Workplace(screen: (640, 360))
        let input = try start(place)
        for (before, after) in [("pause", "resume"), ("cover", "uncover")] {
            #expect(try place.replay(before).status == 0)
            input.hold(Code.control) { input.type(Code.s) }
            input.type(Code.escape)
            #expect(try place.replay(after).status == 0)
        }
        input.type(Code.f5)
        #expect(try awaitShortcuts(place, 1) == ["F5"])
        #expect(try place.replay("stop").status == 0)
        let id = try RecordingLibrary.open(home: place.home.path).recording(matching: nil).id.description
        let redacted = try place.replay("redact", id, "0..", "--yes")
        #expect(redacted.status == 0, "\(redacted.errors)")
        #expect(try shortcuts(place).isEmpty)
        #expect(try place.replay("record", "--audio", "none", "--detach").status == 0)
        _ = try place.awaitStatus { $0.frames > 0 }
        input.type(Code.f5)
        #expect(try place.replay("stop").status == 0)
        #expect(try !FileManager.default.fileExists(atPath: folder(place) + "/keys.bin"))
        let refused = try place.replay("edit", "keys")
        #expect(refused.status == 65 && refused.errors.contains("replay record --keys shortcuts"), "\(refused.errors)")
    }

    @Test("The question names them, the answer w records without them, and a buffer cannot record them")
    func consent() throws {
        let place = try Workplace(screen: (640, 360))
        let words = ["record", "--audio", "none", "--keys", "shortcuts"]
        let terminal = try place.terminal(
            "record", "--audio", "none", "--keys", "shortcuts", "--duration", "500ms")
        try terminal.awaitText("(w: without shortcuts such as Ctrl+S (never text)) ")
        terminal.type("w\n")
        #expect(try terminal.wait() == 0, "\(terminal.text)")
        #expect(try !FileManager.default.fileExists(atPath: folder(place) + "/keys.bin"))
        let buffer = try place.start(words + ["--buffer", "5s", "--consent"]).wait()
        #expect(buffer.status == 64 && buffer.errors.contains("buffer cannot record shortcuts"), "\(buffer.errors)")
        let all = try place.start(["record", "--keys", "all", "--consent"]).wait()
        #expect(all.status == 64 && all.errors.contains("shortcuts"), "\(all.errors)")
    }
}
