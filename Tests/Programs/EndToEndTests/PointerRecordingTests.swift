import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks what the recorder notes of a real pointer on a separate display, and that it notes nothing else.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PointerRecordingTests {
    /// An entry as PRIVACY.md describes it, read without Replay's own reader.
    private struct Entry: Equatable {
        let ticks: UInt64
        let kind, button: UInt8
        let x, y: Int

        var isMove: Bool { kind == 1 }
        var isPress: Bool { kind == 3 }
        func isAt(_ x: Int, _ y: Int) -> Bool { self.x == x && self.y == y }
    }

    private func file(_ place: Workplace) throws -> String {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil).path + "/pointer.bin"
    }

    private func entries(_ place: Workplace) throws -> [Entry] {
        let path = try file(place)
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        let bytes = [UInt8](data)
        return (0..<bytes.count / 16).map { number in
            let entry = Array(bytes[number * 16..<number * 16 + 16])
            return Entry(
                ticks: entry[..<8].reversed().reduce(0) { $0 << 8 | UInt64($1) }, kind: entry[8], button: entry[9],
                x: Int(entry[10]) | Int(entry[11]) << 8, y: Int(entry[12]) | Int(entry[13]) << 8)
        }
    }

    /// Requests the status, which waits for the recorder's answer, until the entries satisfy `isWanted`.
    @discardableResult
    private func awaitEntries(_ place: Workplace, _ isWanted: ([Entry]) -> Bool) throws -> [Entry] {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while ContinuousClock.now < deadline {
            _ = try place.replay("status")
            let found = try entries(place)
            if isWanted(found) { return found }
        }
        throw ServerError("They never came: \(try entries(place))")
    }

    private func start(_ place: Workplace, _ options: String...) throws -> InputInjector {
        let input = try InputInjector(display: place.screen?.display)
        input.move(x: 20, y: 30)
        let begun = try place.start(["record", "--audio", "none", "--pointer", "--detach"] + options).wait()
        try #require(begun.status == 0, "\(begun.errors)")
        _ = try place.awaitStatus { $0.frames > 0 }
        return input
    }

    @Test(
        "A pointer that cannot be noted is told once, and the movie is whole",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func unwritable() throws {
        let place = try DurabilityPlace()
        try place.startScene()
        let input = try InputInjector(display: place.place.screen?.display)
        var fault = DiskFault(.write, .transientENOSPC, at: 1)
        fault.name = "pointer.bin"
        let run = try place.start(["record", "--consent", "--audio", "none", "--pointer"], over: fault)
        try place.awaitStart()
        input.move(x: 20, y: 30)
        let told = "the recording continues, but a file beside its movie is incomplete: cannot write to "
        _ = try place.place.awaitStatus { status in
            let isTold = status.warning?.hasPrefix(told) ?? false
            return isTold && status.warning?.hasSuffix("/pointer.bin: the disk is full") == true
        }
        #expect(try place.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0 && outcome.errors.components(separatedBy: told).count == 2, "\(outcome.errors)")
        // Positions after a hole would be at wrong places.
        #expect(try entries(place.place).isEmpty)
        #expect(try RecoveredMovie(place.recording()).isInOrder)
    }

    private func expectOrdered(_ entries: [Entry], _ place: Workplace) throws {
        #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.ticks <= $1.ticks }, "\(entries)")
        let attributes = try FileManager.default.attributesOfItem(atPath: file(place))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let end = try RecordingLibrary.open(home: place.home.path).recording(matching: nil).describeMovie().duration
        #expect(entries.allSatisfy { Double($0.ticks) / 90_000 <= end.seconds })
    }

    @Test("Positions and clicks are noted, never a key; exports show them, and without --pointer there is nothing")
    func records() throws {
        let place = try Workplace(screen: (640, 360))
        let input = try start(place)
        try awaitEntries(place) { $0.contains { $0.isMove && $0.isAt(20, 30) } }
        for step in 0..<10 { input.move(x: 100 + 10 * step, y: 80) }
        try awaitEntries(place) { $0.contains { $0.isMove && $0.isAt(190, 80) } }
        for keycode: UInt8 in 24...60 { input.type(keycode) }
        input.click(4)
        input.click()
        input.click(3)
        for keycode: UInt8 in 24...60 { input.type(keycode) }
        try awaitEntries(place) { $0.count { $0.kind >= 3 } >= 4 }
        input.move(x: 500, y: 300)
        try awaitEntries(place) { $0.contains { $0.isMove && $0.isAt(500, 300) } }
        #expect(try place.replay("status").output.contains("pointer"))
        #expect(try place.replay("stop").status == 0)
        let found = try entries(place)
        try expectOrdered(found, place)
        let buttons = found.filter { $0.kind >= 3 }
        #expect(buttons.map(\.button) == [1, 1, 3, 3] && buttons.map(\.kind) == [3, 4, 3, 4], "\(buttons)")
        #expect(buttons.allSatisfy { $0.isAt(190, 80) }, "\(buttons)")
        let path = Set(found.filter(\.isMove).map { [$0.x, $0.y] })
        #expect(path.isSubset(of: Set([[20, 30], [500, 300]] + (0..<10).map { [100 + 10 * $0, 80] })), "\(path)")

        #expect(try place.replay("info").output.contains(", 2 clicks"))
        #expect(try place.replay("edit", "clicks").status == 0)
        #expect(try place.replay("edit", "highlight").status == 0)
        let made = try place.replay("export", "--preset", "original", "-o", place.path("out.mp4"))
        #expect(made.status == 0, "\(made.errors)")
        // A pixel beside the cursor's hotspot, which is black without the disc.
        let seen = try MediaProbe(path: place.path("out.mp4")).colours(x: 496, y: 296).last
        let colour = try #require(seen?.colour)
        #expect(colour[0] > 70 && colour[1] > 50 && colour[2] < 40, "\(colour)")
        let press = try #require(buttons.first)
        let rings = try MediaProbe(path: place.path("out.mp4")).pixels(of: 0xEB_2828, tolerance: 110)
        let during = rings.filter { abs($0.time.seconds - Double(press.ticks) / 90_000) < 0.1 }
        #expect(during.contains { $0.count > 20 }, "\(rings)")

        #expect(try place.replay("record", "--audio", "none", "--duration", "500ms").status == 0)
        #expect(try !FileManager.default.fileExists(atPath: file(place)))
        try place.replay("edit", "clicks").expectRefusal(65)
    }

    @Test("Nothing is noted while paused, while covered, and while a private window is there")
    func hidden() throws {
        let place = try Workplace(screen: (640, 360))
        let input = try start(place)
        try awaitEntries(place) { $0.contains { $0.isAt(20, 30) } }
        for (number, (before, after)) in [("pause", "resume"), ("cover", "uncover")].enumerated() {
            #expect(try place.replay(before).status == 0)
            for step in 0..<5 { input.move(x: 300 + 10 * step, y: 200) }
            input.click()
            input.move(x: 60 + number, y: 60)
            #expect(try place.replay(after).status == 0)
            try awaitEntries(place) { $0.contains { $0.isMove && $0.isAt(60 + number, 60) } }
        }
        let secret = try PaintedWindow(
            PixelRectangle(width: 200, height: 150, x: 280, y: 150), colour: 0xE6_00C8, className: "KeePassXC",
            display: place.screen?.display)
        secret.show()
        input.move(x: 310, y: 200)
        input.click()
        _ = try place.awaitStatus { $0.coverReasons == ["window"] }
        input.move(x: 320, y: 200)
        input.click()
        secret.close()
        input.move(x: 70, y: 70)
        _ = try place.awaitStatus { $0.coverReasons.isEmpty }
        try awaitEntries(place) { $0.contains { $0.isMove && $0.isAt(70, 70) } }
        #expect(try place.replay("stop").status == 0)
        let found = try entries(place)
        try expectOrdered(found, place)
        #expect(!found.contains { $0.kind >= 3 }, "\(found)")
        #expect(!found.contains { (300...340).contains($0.x) }, "\(found)")
        // An entry of kind 2 marks the beginning of each cover.
        #expect(found.filter { $0.kind == 2 }.count >= 2)
    }

    @Test("What a killed recorder had written is there, and goes on when the recording is resumed")
    func killed() throws {
        let place = try Workplace(screen: (640, 360))
        let input = try start(place)
        input.move(x: 200, y: 100)
        let before = try awaitEntries(place) { $0.contains { $0.isAt(200, 100) } }
        Glibc.kill(try recorder(of: place), SIGKILL)
        #expect(try place.replay("recover").status == 0)
        let after = try entries(place)
        #expect(after.starts(with: before))
        #expect(try place.replay("info").output.contains("position"))
        let id = try RecordingLibrary.open(home: place.home.path).recording(matching: nil).id.description
        let resumed = try place.replay("record", "--audio", "none", "--pointer", "--detach", "--resume", id)
        #expect(resumed.status == 0, "\(resumed.errors)")
        input.move(x: 300, y: 150)
        input.click()
        try awaitEntries(place) { $0.contains { $0.isPress && $0.isAt(300, 150) } }
        #expect(try place.replay("stop").status == 0)
        let all = try entries(place)
        try expectOrdered(all, place)
        #expect(all.contains { $0.kind == 2 })
        #expect(all.contains { $0.isMove && $0.isAt(200, 100) })
        #expect(try place.replay("edit", "clicks").status == 0)
        #expect(try place.replay("export", "--preset", "original", "-o", place.path("out.mp4")).status == 0)
    }

    private func recorder(of place: Workplace) throws -> pid_t {
        let found = try place.shell(
            "for p in /proc/[0-9]*; do ls -l $p/fd 2>/dev/null | grep -q \"$REPLAY_HOME/recordings\" && "
                + "case $(readlink $p/exe) in */replayd) echo ${p#/proc/};; esac; done; true")
        return try #require(pid_t(found.line))
    }

    @Test("The question names the pointer, the answer w records without it, and a buffer cannot record it")
    func consent() throws {
        let place = try Workplace(screen: (640, 360))
        let first = try place.terminal("record", "--audio", "none", "--pointer", "--duration", "500ms")
        try first.awaitText("(w: without the positions and clicks of the pointer) ")
        #expect(first.text.contains("record the screen and the positions and clicks of the pointer."))
        first.type("w\n")
        #expect(try first.wait() == 0, "\(first.text)")
        #expect(try !FileManager.default.fileExists(atPath: file(place)))
        let again = try place.terminal("record", "--audio", "none", "--pointer", "--duration", "500ms")
        #expect(try again.wait() == 0, "\(again.text)")
        #expect(again.text.contains("without the pointer"))
        #expect(try place.replay("record", "--pointer", "--buffer", "5s", "--duration", "1s").status == 64)
    }
}

extension ChildProcess.Outcome {
    fileprivate func expectRefusal(_ code: Int32) {
        #expect(status == code && errors.contains("replay record --pointer"), "\(status) \(errors)")
    }
}
