import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks which part of the display is recorded: a monitor, an area, or a window.
@Suite(.serialized, .timeLimit(.minutes(30))) struct TargetTests {
    private static let colour: UInt32 = 0xE6_00C8
    private static let scene = PixelRectangle(width: 640, height: 360, x: 200, y: 100)

    private func recording(_ place: Workplace) throws -> Recording {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
    }

    private func window(
        _ place: Workplace, _ frame: PixelRectangle, title: String = "", className: String = "Plain"
    ) throws -> PaintedWindow {
        try PaintedWindow(
            frame, colour: Self.colour, className: className, title: title, display: place.screen?.display)
    }

    @Test(
        "The frame is that of the window, alone, or of the part of the screen",
        arguments: [["--window", "PLAY-scene"], ["--area", "640x360+200+100"], ["--monitor", "1"], []])
    func frame(target: [String]) throws {
        let place = try Workplace(screen: (1280, 720))
        let scene = try RunningScene(
            SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display, window: Self.scene))
        let isWindow = target.first == "--window"
        // Another window in front of the recorded one must not be visible.
        let above = try window(place, PixelRectangle(width: 300, height: 200, x: 400, y: 200))
        if isWindow { above.show() }
        let run = try ChildProcess(
            .replay, ["record", "--consent", "--audio", "none", "--duration", "2s"] + target,
            environment: place.environment,
            folder: place.folder)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        _ = try scene.stop()
        above.close()
        let probe = MediaProbe(path: try recording(place).path + "/movie.mp4")
        let isPart = isWindow || target.first == "--area"
        let video = try #require(try probe.streams().first)
        #expect((video.width, video.height) == (isPart ? (640, 360) : (1280, 720)))
        let barcode = SceneLayout(width: 640, height: 360).barcode
        let frames = try probe.clocks(
            at: isPart ? barcode : barcode.onScreen(width: 1280, height: 720, windowX: 200, windowY: 100))
        #expect(frames.count > 2)
        #expect(frames.allSatisfy { $0.clock != nil })
        // At the edges of the scene, a few pixels come near the colour.
        if isWindow { #expect(try probe.pixels(of: Self.colour).allSatisfy { $0.count < 40 }) }
    }

    @Test("A window that is resized, hidden and closed is recorded on, and what happened is written down")
    func changes() throws {
        let place = try Workplace(screen: (1280, 720))
        let window = try window(place, PixelRectangle(width: 400, height: 300, x: 50, y: 60))
        window.show()
        let id = "0x" + String(window.id, radix: 16)
        let run = try place.start("record", "--audio", "none", "--window", id, "--keep-going")
        try awaitEvent(place, .started)
        window.resize(width: 600, height: 200)
        try awaitEvent(place, .resized)
        window.hide()
        try awaitEvent(place, .windowHidden)
        #expect(try place.replay("status").output.contains("\n  ! the window is not visible"))
        window.show()
        try awaitEvent(place, .windowShown)
        #expect(try !place.replay("status").output.contains("!"))
        window.close()
        try awaitEvent(place, .windowClosed)
        #expect(try place.replay("status").output.contains("its last frame is still recorded"))
        #expect(try place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let video = try #require(try MediaProbe(path: recording(place).path + "/movie.mp4").streams().first)
        #expect((video.width, video.height) == (400, 300))
        #expect(try recording(place).events().first { $0.kind == .resized }?.detail == "600x200")
        let info = try place.replay("info").output
        for label in ["resized", "window hidden", "window shown", "window closed"] { #expect(info.contains(label)) }
    }

    @Test("A window that is closed is warned of at once, and ends its recording 10 s later, with 69 and the reason")
    func closed() throws {
        let place = try Workplace(screen: (640, 360))
        let window = try window(place, PixelRectangle(width: 400, height: 300, x: 50, y: 60))
        window.show()
        let id = "0x" + String(window.id, radix: 16)
        let run = try place.start("record", "--audio", "none", "--window", id)
        try awaitEvent(place, .started)
        let status = try place.replay("status").output
        #expect(status.contains("  window \(id)  "), "\(status)")
        window.close()
        try awaitEvent(place, .windowClosed)
        let warned = try place.replay("status").output
        #expect(warned.contains("\n  ! the window was closed; the recording ends in 10 s"), "\(warned)")
        let outcome = try run.wait()
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(outcome.errors.contains("the window was closed; 0:"), "\(outcome.errors)")
        let ending = try #require(recording(place).facts.ending)
        let closed = try #require(recording(place).events().first { $0.kind == .windowClosed }).time
        #expect(ending.reason == .windowClosed)
        #expect(
            (9.9..<(QuietMachine.isPromised ? 12 : 60)).contains(ending.duration.seconds - closed.seconds),
            "\(ending) \(closed)")
        #expect(try place.replay("list").output.contains("window closed"))
        #expect(try !recording(place).events().contains { $0.kind == .covered })
        let edits = try place.replay("edits").output
        #expect(edits.contains("trim 0:00.000..\(closed.timecode())"), "\(edits)")
        #expect(try place.replay("undo").status == 0)
        #expect(try !place.replay("edits").output.contains("trim"))
    }

    /// Requests the status, which waits for the recorder's answer, until the event is recorded.
    private func awaitEvent(_ place: Workplace, _ kind: RecordingEvent.Kind) throws {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while ContinuousClock.now < deadline {
            _ = try place.replay("status")
            if let events = try? recording(place).events(), events.contains(where: { $0.kind == kind }) { return }
        }
        throw RecorderError(.failed, description: "\(kind) never came")
    }

    @Test("A recording of a part of the screen is not resumed with all of it")
    func resumedPart() throws {
        let place = try Workplace(screen: (640, 360))
        let record = ["record", "--audio", "none", "--duration", "1s"]
        let area = ["--area", "320x180+0+0"]
        let id = try place.start(record + area + ["--cover-window", "XTerm"]).wait().line
        let refused = try place.start(record + ["--resume", id]).wait()
        #expect(refused.status == 64 && refused.errors.contains("--area 320x180+0+0"), "\(refused.errors)")
        let resumed = try place.start(record + area + ["--resume", id]).wait()
        #expect(resumed.status == 0, "\(resumed.errors)")
        #expect(try place.shell("cat home/recordings/\(id)/recording.json").output.contains("XTerm"))
    }

    @Test("What is not there, is not clear, or is too small, is refused with 66 and in a sentence that helps")
    func refused() throws {
        let place = try Workplace(screen: (640, 360))
        let windows = try (1...2).map {
            try window(place, PixelRectangle(width: 100, height: 100, x: 0, y: 0), title: "Letter \($0)")
        }
        let tiny = try window(place, PixelRectangle(width: 4, height: 4, x: 0, y: 0), title: "Tiny")
        for window in windows + [tiny] { window.show() }
        let ids = windows.map { "0x" + String($0.id, radix: 16) }
        for (target, words) in [
            (["--window", "Nobody"], ["Nobody", "Letter 1"]), (["--window", "letter"], ids),
            (["--window", ""], []), (["--window", "0xfffffff"], []), (["--window", "tiny"], []),
            (["--monitor", "9"], ["9"]), (["--monitor", "HDMI-7"], ["HDMI-7"]),
            (["--area", "100x100+2000+2000"], ["640x360"]), (["--area", "4x4+0+0"], []),
            (["--area", "600x300+100+100"], ["640x360"]),
        ] {
            let run = try ChildProcess(
                .replay, ["record", "--consent", "--audio", "none", "--duration", "1s"] + target,
                environment: place.environment, folder: place.folder)
            let outcome = try run.wait()
            print("\(target): \(outcome.errors)", terminator: "")
            #expect(outcome.status == 66, "\(target): \(outcome.errors)")
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
            for word in words { #expect(outcome.errors.contains(word), "\(target): \(outcome.errors)") }
        }
        for target in [["--area", "x"], ["--area", "0x0+0+0"], ["--area", "1x1+0+0", "--monitor", "1"]] {
            let run = try ChildProcess(
                .replay, ["record", "--consent", "--audio", "none"] + target, environment: place.environment)
            #expect(try run.wait().status == 64)
        }
        #expect(try RecordingLibrary.open(home: place.home.path).ids().isEmpty)
        let sources = try place.replay("sources").output
        print(sources)
        #expect(ids.allSatisfy { sources.contains($0) })
        #expect(sources.contains("640x360+0+0"))
        for window in windows + [tiny] { window.close() }
    }
}
