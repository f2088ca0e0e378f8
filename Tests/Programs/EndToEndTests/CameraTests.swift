import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks a camera beside the screen: a second display whose frame shows its time, a pipe, and a plain colour.
@Suite(.serialized, .timeLimit(.minutes(30))) struct CameraTests {
    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    /// Returns for each frame how many seconds its clock is ahead of its time in the movie.
    private func epochs(_ frames: [FrameClock]) -> [Double] {
        frames.compactMap { frame in frame.clock.map { Double($0) / 1e6 - frame.time.seconds } }
    }

    @Test("A camera is a track of its own at the screen's time; an export shows both, cut alike")
    func inTime() throws {
        let place = try Workplace(screen: (1280, 720))
        let room = try XServer(width: 640, height: 480)
        let screenScene = try RunningScene(SceneConfiguration(rate: 30, display: place.screen?.display))
        let cameraScene = try RunningScene(SceneConfiguration(rate: 30, display: room.display))
        let recorded = try place.replay(
            "record", "--audio", "none", "--duration", "5s", "--camera", "x11grab:\(room.display)")
        try #require(recorded.status == 0, "\(recorded.errors)")
        _ = try (screenScene.stop(), cameraScene.stop())
        room.stop()

        let recording = try library(place).recording(matching: nil)
        let tracks = try recording.describeMovie().tracks
        #expect(tracks.map(\.title) == ["Screen", "Camera"])
        #expect(tracks.map(\.width) == [1280, 640])
        #expect(try #require(tracks.last?.keyframes) >= 2)
        let movie = MediaProbe(path: recording.path + "/movie.mp4")
        let screen = try movie.clocks(at: SceneLayout(width: 1280, height: 720).barcode)
        let camera = try movie.clocks(at: SceneLayout(width: 640, height: 480).barcode, ofVideo: 1)
        let zero = epochs(screen).sorted()[screen.count / 2]
        let errors = epochs(camera).map { abs($0 - zero) }.sorted()
        print("camera: \(camera.count) frames, error median \(errors[errors.count / 2]) s, most \(errors.last ?? 0) s")
        #expect(camera.count > 5)
        #expect(camera.first?.time == .zero)
        // A busy machine delays single frames of the display.
        #expect(errors[errors.count / 2] < (QuietMachine.isPromised ? 0.1 : 0.5))

        #expect(try place.replay("cut", "2..3.25").status == 0)
        try judgeExport(place, screenTimes: screen.map(\.time), recorded: camera)
    }

    @Test("A clip begins where it was asked to, with a camera whose keyframes are not the screen's")
    func clips() throws {
        let place = try Workplace(screen: (320, 180))
        let scene = try RunningScene(SceneConfiguration(rate: 30, display: place.screen?.display))
        let recorder = try place.start(
            "record", "--audio", "none", "--camera", "lavfi:testsrc2=size=160x120:rate=15")
        _ = try place.awaitStatus { $0.frames > 150 }
        for number in 0..<3 {
            let clip = try place.replay("clip", "\(2500 + 400 * number)ms", "--name", "clip \(number)")
            #expect(clip.status == 0, "\(clip.errors)")
            let recording = try library(place).recording(matching: "clip \(number)")
            let movie = MediaProbe(path: recording.path + "/movie.mp4")
            // The judge tells of every frame that cannot be decoded.
            #expect(try movie.frameTimes(of: "v:0").first == .zero)
            #expect(try movie.frameTimes(of: "v:1").count > 20)
        }
        #expect(try place.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        _ = try scene.stop()
    }

    /// - Parameters:
    ///   - screenTimes: The start times of the screen's frames in the recording.
    ///   - recorded: The camera's frames in the recording.
    private func judgeExport(_ place: Workplace, screenTimes: [MediaTime], recorded: [FrameClock]) throws {
        let path = place.path("out.mp4")
        let exported = try place.replay("export", "--preset", "original", "--camera", "bottom-right:50", "-o", path)
        try #require(exported.status == 0, "\(exported.errors)")
        let screenPlace = SceneLayout(width: 1280, height: 720).barcode
        // At half of the output's width, the camera has its recorded size.
        let cameraPlace = SceneLayout(width: 640, height: 480).barcode.onScreen(
            width: 1280, height: 720, windowX: 1280 - 24 - 640, windowY: 720 - 24 - 480)
        let probe = MediaProbe(path: path)
        let (screen, camera) = try (probe.clocks(at: screenPlace), probe.clocks(at: cameraPlace))
        #expect(try probe.streams().first?.duration == MediaTime(value: 3750, timescale: 1000))
        let shown = zip(screen.map(\.time), camera.map(\.clock)).compactMap { time, clock in clock.map { (time, $0) } }
        #expect(shown.count > screen.count * 9 / 10)
        let wrong = shown.filter { !isDue($0.1, at: $0.0, of: recorded) }
        #expect(wrong.isEmpty, "of \(shown.count): \(wrong.prefix(5))")
        let kept = Set(screen.map { ($0.time.seconds * 90_000).rounded() })
        let wanted = screenTimes.filter { $0 < .seconds(2) }.map { ($0.seconds * 90_000).rounded() }
        #expect(wanted.allSatisfy { kept.contains($0) })
    }

    /// True if the camera showed that clock at `time` of the export, from which 2 s to 3.25 s were cut.
    private func isDue(_ clock: UInt64, at time: MediaTime, of recorded: [FrameClock]) -> Bool {
        let source = time.seconds < 2 ? time.seconds : time.seconds + 1.25
        let due = recorded.lastIndex { $0.time.seconds <= source + 0.001 } ?? 0
        // If a camera frame begins together with a screen frame, the previous camera frame is also correct.
        return recorded[max(0, due - 1)...due].contains { $0.clock == clock }
    }

    @Test("An export shows a camera in the corner that is asked for, in motion on a still screen, or not at all")
    func corners() throws {
        let place = try Workplace(screen: (640, 360))
        let recorded = try place.replay(
            "record", "--audio", "none", "--duration", "2s", "--camera",
            "lavfi:color=white:size=320x180:rate=30,realtime")
        try #require(recorded.status == 0, "\(recorded.errors)")
        // 22 % of 640 pixels, 2 % from the edges.
        let (width, height) = (140, 78)
        for (choice, x, y) in [("top-left", 12, 12), ("bottom-right", 640 - 12 - width, 360 - 12 - height)] {
            let path = place.path("\(choice).mp4")
            #expect(try place.replay("export", "--preset", "original", "--camera", choice, "-o", path).status == 0)
            var count = 0
            try MediaProbe(path: path).readFrames { frame in
                count += 1
                func brightness(_ x: Int, _ y: Int) -> UInt8 { frame.pixels[y * frame.shape.width + x] }
                for (column, row) in [(x + 2, y + 2), (x + width - 3, y + 2), (x + width - 3, y + height - 3)] {
                    #expect(brightness(column, row) > 225, "\(choice), frame \(frame.index)")
                }
                for (column, row) in [(x - 3, y + 9), (x + width + 2, y + 9), (x + 9, y - 3), (x + 9, y + height + 2)] {
                    #expect(brightness(column, row) < 30, "\(choice), frame \(frame.index)")
                }
            }
            #expect(count > 5, "\(choice): \(count) frames")
        }
        let bare = place.path("none.mp4")
        #expect(try place.replay("export", "--preset", "original", "--camera", "none", "-o", bare).status == 0)
        try MediaProbe(path: bare).readFrames { frame in
            #expect(frame.pixels[(360 - 50) * frame.shape.width + 640 - 80] < 30)
        }
        #expect(try place.replay("export", "--camera", "middle", "-o", place.path("x.mp4")).status == 64)
    }

    @Test(
        "A camera that is not there, or is none, gives one sentence and 69, and nothing is left",
        arguments: [
            "/dev/video99", "/dev/null", "mpegts:/dev/null", "mpegts:/no/such/pipe", "lavfi:sine", "nothing:x",
            "x11grab::9999",
        ])
    func missing(camera: String) throws {
        let place = try Workplace(screen: (640, 360))
        let outcome = try place.replay("record", "--audio", "none", "--duration", "1s", "--camera", camera)
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(try library(place).ids().isEmpty)
    }

    @Test("A camera that goes away is told, is taken up again, and where it stays away the end is 69")
    func lost() throws {
        let place = try Workplace(screen: (640, 360))
        let pipe = place.path("camera.pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let first = try CameraFeed(to: pipe, size: "320x240")
        let run = try place.start("record", "--audio", "none", "--camera", "mpegts:\(pipe)")
        try awaitEvents(place, ["started"])
        first.stop()
        try awaitEvents(place, ["started", "sourceLost"])
        // The frames of another shape are scaled to fit the track.
        let second = try CameraFeed(to: pipe, size: "640x240")
        try awaitEvents(place, ["started", "sourceLost", "sourceRecovered"])
        second.stop()
        try awaitEvents(place, ["started", "sourceLost", "sourceRecovered", "sourceLost"])
        run.send(SIGINT)
        let outcome = try run.wait()
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(outcome.errors.contains("was disconnected"), "\(outcome.errors)")
        let recording = try library(place).recording(matching: nil)
        #expect(recording.facts.ending?.reason == .cameraLost)
        let camera = try #require(try recording.describeMovie().tracks.last)
        #expect((camera.title, camera.width, camera.height) == ("Camera", 320, 240))
        let duration = try #require(recording.facts.ending?.duration)
        let last = try #require(try MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "v:1").last)
        #expect(abs(duration.seconds - last.seconds) < 0.1)
    }

    @Test("A coded camera is decoded in a sandbox; if the sandbox ends, the camera is lost, and is taken up again")
    func confined() throws {
        let place = try Workplace(screen: (640, 360))
        try place.logWorkers()
        let pipe = place.path("camera.pipe")
        try #require(mkfifo(pipe, 0o600) == 0)
        let first = try CameraFeed(to: pipe, size: "320x240")
        let run = try place.start("record", "--audio", "none", "--camera", "mpegts:\(pipe)")
        try awaitEvents(place, ["started"])
        #expect(place.workers.count == 1)
        kill(try #require(place.workers.first), SIGKILL)
        try awaitEvents(place, ["started", "sourceLost"])
        first.stop()
        let second = try CameraFeed(to: pipe, size: "320x240")
        try awaitEvents(place, ["started", "sourceLost", "sourceRecovered"])
        #expect(place.workers.count == 2)
        run.send(SIGINT)
        let outcome = try run.wait()
        second.stop()
        #expect(outcome.status == 0, "\(outcome.errors)")
        try place.await("the end of the worker") { kill(place.workers[1], 0) != 0 }
    }

    /// Requests the status, which waits for the recorder's answer, until these events are recorded.
    private func awaitEvents(_ place: Workplace, _ wanted: [String]) throws {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while ContinuousClock.now < deadline {
            _ = try place.replay("status")
            guard let path = try? library(place).recording(matching: nil).path,
                let text = try? String(contentsOfFile: path + "/events.jsonl", encoding: .utf8)
            else { continue }
            let kinds = text.split(separator: "\n").compactMap { line in
                (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["kind"] as? String
            }
            if kinds == wanted { return }
        }
        throw RecorderError(.failed, description: "\(wanted) never came")
    }
}
