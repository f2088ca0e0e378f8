import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks the test support with a real X server, a real audio server, and ffmpeg as the recorder.
@Suite(.serialized, .timeLimit(.minutes(30))) struct LiveTests {
    private let directory: TemporaryDirectory
    private var movie: URL { directory.url.appending(path: "movie.nut") }

    init() throws { directory = try TemporaryDirectory() }

    private func record(_ arguments: [String], environment: [String: String]) throws {
        let command = ["ffmpeg", "-v", "error", "-nostdin"] + arguments + ["-y", movie.path]
        let outcome = try ChildProcess(command, environment: environment).wait(limit: 600)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    /// Records a number of frames, not a time, because a busy machine grabs fewer than 30 frames per second.
    private func grab(_ server: XServer, frames: Int, filter: String = "null") throws {
        try record(
            [
                "-f", "x11grab", "-framerate", "30", "-draw_mouse", "0", "-i", server.display, "-frames:v",
                "\(frames)", "-vf", filter, "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
            ], environment: server.environment)
    }

    @Test("Each recorded frame tells when it was drawn", arguments: ["null", "scale=1280:720", "scale=640:360"])
    func eachRecordedFrameTellsWhenItWasDrawn(filter: String) throws {
        let server = try XServer(width: 1920, height: 1080)
        let scene = try RunningScene(SceneConfiguration(display: server.display))
        try grab(server, frames: 20, filter: filter)
        let drawn = Set(try scene.stop().map(\.time))
        let clocks = try MediaProbe(path: movie.path).clocks(
            at: SceneLayout(width: 1920, height: 1080).barcode)
        #expect(clocks.count == 20)
        #expect(clocks.allSatisfy { $0.clock.map(drawn.contains) ?? false })
        #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0.clock ?? 0 <= $1.clock ?? 0 })
        #expect(zip(clocks, clocks.dropFirst()).allSatisfy { $0.time < $1.time })
        server.stop()
    }

    @Test(
        "A window's scene can be read from the screen, and changes as it should",
        arguments: [SceneKind.typing, .still, .pulsed])
    func windowsSceneCanBeReadFromTheScreen(kind: SceneKind) throws {
        let server = try XServer(width: 1280, height: 720)
        let window = PixelRectangle(width: 640, height: 480, x: 200, y: 100)
        let scene = try RunningScene(
            SceneConfiguration(
                kind: kind, display: server.display, window: window, motionSeconds: 1, stillSeconds: 1))
        try grab(server, frames: 60)
        let drawn = try scene.stop()
        let layout = SceneLayout(width: 640, height: 480)
        let placement = layout.barcode.onScreen(width: 1280, height: 720, windowX: 200, windowY: 100)
        let clocks = try MediaProbe(path: movie.path).clocks(at: placement)
        let seen = Set(clocks.compactMap(\.clock))
        #expect(clocks.allSatisfy { $0.clock != nil })
        #expect(seen.isSubset(of: drawn.map(\.time)))
        #expect(kind == .still ? drawn.count == 1 : seen.count >= 2)
        // The highest rate of changes. A busy machine draws fewer, and the first frame is drawn at once.
        let rate: UInt64 = kind == .typing ? 8 : 60
        let turns = drawn.dropFirst().map { $0.time * rate / 1_000_000 }
        #expect(zip(turns, turns.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("Frame and audio are measured against each other from the file alone")
    func frameAndAudioAreMeasuredAgainstEachOther() throws {
        let (server, audio) = (try XServer(width: 640, height: 480), try AudioServer())
        let scene = try RunningScene(SceneConfiguration(display: server.display))
        let app = try BeepSource(sink: AudioServer.sink, server: audio.address)
        let microphone = try BeepSource(
            sink: AudioServer.microphoneSink, frequency: BeepSource.microphoneFrequency, server: audio.address
        )
        let inputs = ["app.monitor", "mic"].flatMap {
            ["-f", "pulse", "-fragment_size", "1920", "-t", "4", "-i", $0]
        }
        try record(
            ["-f", "x11grab", "-framerate", "60", "-t", "4", "-i", server.display] + inputs + [
                "-map", "0", "-map", "1", "-map", "2", "-c:v", "libx264", "-preset", "ultrafast", "-c:a",
                "pcm_s16le", "-copyts",
            ], environment: audio.environment.merging(["DISPLAY": server.display]) { $1 })
        try app.stop()
        try microphone.stop()
        _ = try scene.stop()
        let probe = MediaProbe(path: movie.path)
        #expect(try probe.streams().map(\.kind) == ["video", "audio", "audio"])
        let frames = try probe.clocks(at: SceneLayout(width: 640, height: 480).barcode)
        for (track, frequency) in [BeepSource.frequency, BeepSource.microphoneFrequency].enumerated() {
            let beeps = try probe.audio(track: track).beeps(frequency: frequency)
            // An audio server without CPU time plays the beeps late.
            let steps = zip(beeps, beeps.dropFirst()).map { abs(($1 - $0).seconds - 1) }.sorted()
            let step = try #require(steps.dropFirst(steps.count / 2).first)
            if QuietMachine.isPromised { #expect(step < 0.001) }
            let offsets = AudioOffset.microseconds(beeps: beeps, frames: frames)
            print("ffmpeg's own offsets of track \(track):", offsets)
            #expect(offsets.count >= 2)
        }
    }

    @Test("A server ends with its object")
    func serverEndsWithItsObject() throws {
        var server: XServer? = try XServer(width: 64, height: 64)
        let (display, pid) = try (#require(server?.display), #require(server?.pid))
        #expect(FileManager.default.fileExists(atPath: "/tmp/.X11-unix/X\(display.dropFirst())"))
        server = nil
        // Another test's server may get the display's number at once.
        #expect(kill(pid, 0) == -1 && errno == ESRCH)
    }

    @Test("What is not there is said in a sentence")
    func whatIsNotThereIsSaid() throws {
        #expect(throws: SceneError.self) { try RunningScene(SceneConfiguration(display: ":9999")) }
        #expect(throws: SceneError.self) { try BeepSource(sink: "app", server: "unix:/nowhere") }
        let audio = try AudioServer()
        #expect(throws: SceneError.self) { try BeepSource(sink: "nowhere", server: audio.address) }
        #expect(throws: ServerError.self) { try MediaProbe(path: "/nowhere").streams() }
    }
}
