import Foundation
import ReplayTestSupport
import Testing

/// Checks recording on two Wayland desktops, with an independent decoder.
@Suite(.serialized, .timeLimit(.minutes(30))) struct RecordingTests {
    @Test("sway's screen is recorded, each frame as it was drawn")
    func sway() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let outcome = try session.replay("record", "--audio", "none", "--duration", "4s")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let judgement = try SceneJudgement(session.movie(), drawn: scene.stop(), size: (1280, 720))
        print("sway: \(judgement.found) of \(judgement.drawn) frames, p95 \(judgement.p95) ms")
        judge(judgement)
        if QuietMachine.isPromised {
            #expect(Double(judgement.found) >= Double(judgement.drawn) * 0.95 && judgement.p95 <= 20)
        }
    }

    /// Expects that each frame of the movie was drawn, in the right order. This does not depend on the machine's speed.
    private func judge(_ judgement: SceneJudgement) {
        #expect(judgement.unread == 0)
        #expect(zip(judgement.clocks, judgement.clocks.dropFirst()).allSatisfy(<=))
        #expect(judgement.found == Set(judgement.clocks).count && judgement.found > 2)
    }

    @Test("GNOME's screen is recorded without a question where its user agreed before")
    func gnome() throws {
        let session = try WaylandSession(.gnome)
        try session.remember()
        let scene = try session.scene(.motion)
        let outcome = try session.replay("record", "--audio", "none", "--remember", "--duration", "4s")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let judgement = try SceneJudgement(session.movie(), drawn: scene.stop(), size: (1280, 720))
        print("GNOME: \(judgement.found) of \(judgement.drawn) frames, p95 \(judgement.p95) ms")
        judge(judgement)
        if QuietMachine.isPromised { #expect(judgement.clocks.count > 10 && judgement.p95 <= 200) }
        // The new token replaces the previous one, readable only by the user.
        let file = session.home.appending(path: "shared-source.json").path
        let permissions = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(permissions == 0o600)
    }

    @Test("GNOME's pointer is recorded apart: its positions and its shape, and nothing of it in the frames")
    func apart() throws {
        let session = try WaylandSession(.gnome)
        try session.remember()
        let pointer = try session.start(command: [
            ProjectFolder.url.appending(path: "Scripts/session/move-pointer").path
        ])
        let recorder = try session.record("--remember", "--pointer", "apart")
        let entries = try session.recordingFolder().appending(path: "pointer.bin").path
        // The file comes with its first entry.
        try session.awaitThat {
            guard FileManager.default.fileExists(atPath: entries) else { return false }
            return try Data(contentsOf: URL(filePath: entries)).count > 60 * 16
        }
        #expect(try session.replay("stop").status == 0)
        _ = try recorder.wait()
        pointer.kill()
        struct Info: Decodable {
            struct Pointer: Decodable { let positions: Int, isApart: Bool }
            let pointer: Pointer?
        }
        let info = try session.replay("info", "--json").json(Info.self).pointer
        #expect((info?.positions ?? 0) > 50 && info?.isApart ?? false, "\(String(describing: info))")
        let folder = try session.recordingFolder()
        let shapes = try Data(contentsOf: folder.appending(path: "shapes.bin"))
        #expect(shapes.count > 100, "\(shapes.map { $0 })")
        // The frames of an empty desktop without a pointer are equal, except for what the encoder loses.
        let recorded = try differences(in: folder.appending(path: "movie.mp4").path)
        #expect(recorded.allSatisfy { $0 < 40 }, "\(recorded)")
        #expect(try session.replay("export", "--preset", "original", "-o", session.path("out.mp4")).status == 0)
        #expect(try differences(in: session.path("out.mp4")).contains { $0 > 60 })
    }

    /// Returns the largest difference of a pixel between the first frame and each tenth one.
    private func differences(in movie: String) throws -> [Int] {
        var (number, first, found): (Int, [UInt8], [Int]) = (0, [], [])
        try MediaProbe(path: movie).readFrames { frame in
            if number == 0 { first = frame.pixels }
            if number % 10 == 0 { found.append(zip(first, frame.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0) }
            number += 1
        }
        return found
    }

    @Test("A still screen has its first frame within a second, and costs next to nothing")
    func still() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.still)
        let outcome = try session.replay("record", "--audio", "none", "--duration", "3s")
        try #require(outcome.status == 0, "\(outcome.errors)")
        let judgement = try SceneJudgement(session.movie(), drawn: scene.stop(), size: (1280, 720))
        #expect(judgement.unread == 0)
        #expect(Set(judgement.clocks).count == 1)
        // Each keyframe interval shows the frame again, and so does the end.
        #expect((2...8).contains(judgement.clocks.count), "\(judgement.clocks.count)")
    }

    @Test("An area is a part of what is shared")
    func area() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let outcome = try session.replay("record", "--audio", "none", "--duration", "2s", "--area", "641x361+0+0")
        try #require(outcome.status == 0, "\(outcome.errors)")
        _ = try scene.stop()
        let video = try #require(try session.movie().streams().first { $0.kind == "video" })
        #expect(video.width == 642 && video.height == 362)
        let frames = try session.movie().clocks(at: SceneLayout(width: 1280, height: 720).barcode.within(642, 362))
        #expect(frames.count > 1 && frames.allSatisfy { $0.clock != nil })
    }

    @Test("Another size of the screen is fitted into the canvas, and noted")
    func resize() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorder = try session.record()
        try session.sway("output HEADLESS-1 mode 640x480@60Hz")
        let events = try session.recordingFolder().appending(path: "events.jsonl")
        try session.awaitThat { try String(contentsOf: events, encoding: .utf8).contains("640x480") }
        _ = try session.awaitStatus { $0.frames > 20 }
        #expect(try session.replay("stop").status == 0)
        #expect(try recorder.wait().status == 0)
        _ = try scene.stop()
        let video = try #require(try session.movie().streams().first { $0.kind == "video" })
        #expect(video.width == 1280 && video.height == 720)
        #expect(try session.ending().reason == "requested")
    }

    @Test("Two recordings at once have the same frames")
    func two() throws {
        let session = try WaylandSession(.sway)
        let scene = try session.scene(.motion)
        let recorders = try (0..<2).map { _ in
            try session.start("record", "--audio", "none", "--duration", "2s")
        }
        for recorder in recorders {
            let outcome = try recorder.wait()
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let drawn = try scene.stop()
        let folder = session.home.appending(path: "recordings")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 2)
        for name in names {
            let movie = MediaProbe(path: folder.appending(path: name).appending(path: "movie.mp4").path)
            judge(try SceneJudgement(movie, drawn: drawn, size: (1280, 720)))
        }
    }
}

extension BarcodePlacement {
    /// Returns the same placement on a canvas that shows only the upper left part of the original one.
    fileprivate func within(_ width: Int, _ height: Int) -> BarcodePlacement {
        BarcodePlacement(canvasWidth: width, canvasHeight: height, x: x, y: y, cellSize: cellSize)
    }
}

extension WaylandSession {
    /// Waits until the condition is true. Each check may be another process's work.
    func awaitThat(_ condition: () throws -> Bool) throws {
        let deadline = ContinuousClock.now + .seconds(WaitLimit.seconds)
        while try !condition() {
            guard ContinuousClock.now < deadline else { throw ServerError("It never came so far.") }
            usleep(20_000)
        }
    }
}
