import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks recordings that keep a real pointer apart from the frames, on a separate display.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PointerApartRecordingTests {
    private static let (width, height) = (640, 360)

    private func folder(_ place: Workplace) throws -> String {
        try RecordingLibrary.open(home: place.home.path).recording(matching: nil).path
    }

    /// Records while the pointer is an arrow at one place, and a text cursor at another.
    private func record(_ place: Workplace, _ input: InputInjector, _ options: String...) throws {
        input.setShape(68)
        input.move(x: 100, y: 80)
        let begun = try place.start(["record", "--audio", "none", "--detach"] + options).wait()
        try #require(begun.status == 0, "\(begun.errors)")
        let before = try place.awaitStatus { $0.frames > 0 }.frames
        input.setShape(152)
        for step in 0...20 { input.move(x: 300 + step, y: 200) }
        _ = try place.awaitStatus { $0.frames > before }
        #expect(try place.replay("stop").status == 0)
    }

    private func export(_ place: Workplace) throws -> (first: [UInt8], last: [UInt8]) {
        let made = try place.replay("export", "--preset", "original", "-o", place.path("out.mp4"), "--force")
        try #require(made.status == 0, "\(made.errors)")
        return try frames(place.path("out.mp4"))
    }

    /// Returns the luma of the first and the last frame of a movie.
    private func frames(_ path: String) throws -> (first: [UInt8], last: [UInt8]) {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode", "passthrough",
            "-enc_time_base", "-1", "-f",
            "rawvideo",
            "-pix_fmt", "gray", "pipe:1",
        ])
        let size = Self.width * Self.height
        try #require(bytes.count >= size)
        return ([UInt8](bytes.prefix(size)), [UInt8](bytes.suffix(size)))
    }

    /// Returns the rows and columns in which a frame is not black.
    private func extent(_ frame: [UInt8]) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        let places = frame.indices.filter { frame[$0] > 60 }
        let (columns, rows) = (places.map { $0 % Self.width }, places.map { $0 / Self.width })
        guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max() else {
            return nil
        }
        return (left...right, top...bottom)
    }

    @Test("Frames without the pointer look with it as those that were recorded with it")
    func alike() throws {
        let place = try Workplace(screen: (Self.width, Self.height))
        let input = try InputInjector(display: place.screen?.display)
        try record(place, input)
        let plain = try export(place)
        try record(place, input, "--pointer", "apart")
        let recorded = try frames(folder(place) + "/movie.mp4")
        #expect(extent(recorded.first) == nil && extent(recorded.last) == nil)
        let apart = try export(place)
        for (one, other) in [(plain.first, apart.first), (plain.last, apart.last)] {
            let (shape, drawn) = (try #require(extent(one)), try #require(extent(other)))
            #expect(shape == drawn)
            let differences = zip(one, other).map { abs(Int($0) - Int($1)) }
            #expect((differences.max() ?? 255) < 40 && differences.count { $0 > 16 } < 20, "\(differences.max() ?? 0)")
        }
        #expect(try place.replay("info").output.contains("apart from the frames"))
        let home = try FileManager.default.attributesOfItem(atPath: folder(place) + "/shapes.bin")
        #expect(home[.posixPermissions] as? Int == 0o600)
    }

    @Test("A killed recording is recovered and resumed, with its pointer in both parts")
    func killed() throws {
        let place = try Workplace(screen: (Self.width, Self.height))
        let input = try InputInjector(display: place.screen?.display)
        input.setShape(68)
        input.move(x: 100, y: 80)
        #expect(try place.replay("record", "--audio", "none", "--pointer", "apart", "--detach").status == 0)
        let before = try place.awaitStatus { $0.frames > 0 }.frames
        for step in 0...20 { input.move(x: 100, y: 60 + step) }
        _ = try place.awaitStatus { $0.frames > before + 5 }
        let found = try place.shell(
            "for p in /proc/[0-9]*; do ls -l $p/fd 2>/dev/null | grep -q \"$REPLAY_HOME/recordings\" && "
                + "case $(readlink $p/exe) in */replayd) echo ${p#/proc/};; esac; done; true")
        Glibc.kill(try #require(pid_t(found.line)), SIGKILL)
        #expect(try place.replay("recover").status == 0)
        let id = try RecordingLibrary.open(home: place.home.path).recording(matching: nil).id.description
        let resumed = try place.replay(
            "record", "--audio", "none", "--pointer", "apart", "--detach", "--resume", id)
        #expect(resumed.status == 0, "\(resumed.errors)")
        _ = try place.awaitStatus { $0.frames > 0 }
        input.setShape(152)
        for step in 0...20 { input.move(x: 300 + step, y: 200) }
        #expect(try place.replay("stop").status == 0)
        let made = try export(place)
        let (first, last) = (try #require(extent(made.first)), try #require(extent(made.last)))
        #expect(first.x.contains(101) && first.y.contains(80), "\(first)")
        #expect(last.x.contains(320) && last.y.contains(200), "\(last)")
    }

    @Test("A recording over which the pointer never was is resumed with the pointer apart")
    func absent() throws {
        let place = try Workplace(screen: (Self.width, Self.height))
        try InputInjector(display: place.screen?.display).move(x: 600, y: 350)
        let options = ["record", "--audio", "none", "--consent", "--pointer", "apart", "--area", "100x80+0+0"]
        for isResumed in [false, true] {
            let library = try RecordingLibrary.open(home: place.home.path)
            let words = isResumed ? ["--resume", try library.recording(matching: nil).id.description] : []
            let made = try place.start(options + ["--duration", "500ms"] + words).wait()
            #expect(made.status == 0, "\(made.errors)")
        }
        #expect(FileManager.default.fileExists(atPath: try folder(place) + "/shapes.bin"))
    }

    @Test("What does not go with it is refused in a sentence, and without consent to the pointer it is in the frames")
    func refused() throws {
        let place = try Workplace(screen: (Self.width, Self.height))
        for (words, complaint) in [
            (["record", "--pointer", "apart", "--no-cursor"], "must be recorded and shown"),
            (["record", "--pointer", "apart", "--buffer", "5s"], "buffer cannot record the pointer"),
            (["broadcast", "web", "--pointer", "apart", "--consent"], "without a pointer that is kept apart"),
        ] {
            let made = try place.start(words).wait()
            #expect(made.status == 64 && made.errors.contains(complaint), "\(made.status) \(made.errors)")
        }
        #expect(try place.replay("config", "record.pointer", "apart").status == 0)
        #expect(try place.replay("config", "record.pointer").output.contains("apart"))
        let bad = try place.replay("config", "record.pointer", "near")
        #expect(bad.status != 0 && bad.errors.contains("true, false or apart"), "\(bad.errors)")
        let input = try InputInjector(display: place.screen?.display)
        input.setShape(68)
        input.move(x: 100, y: 80)
        let terminal = try place.terminal("record", "--audio", "none", "--duration", "500ms")
        try terminal.awaitText("(w: without the positions and clicks of the pointer) ")
        terminal.type("w\n")
        #expect(try terminal.wait() == 0, "\(terminal.text)")
        #expect(!FileManager.default.fileExists(atPath: try folder(place) + "/shapes.bin"))
        #expect(extent(try frames(folder(place) + "/movie.mp4").last) != nil)
    }
}
