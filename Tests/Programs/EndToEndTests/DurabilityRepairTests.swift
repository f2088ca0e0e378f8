import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks that the remains of a crash are repaired, resumed or removed, whichever process comes first.
@Suite(.serialized) struct DurabilityRepairTests {
    private func isClose(_ first: Int64, _ second: Int64, within limit: Int64) -> Bool { abs(first - second) < limit }

    /// Records for a while, and kills the recorder.
    private func recordAndKill(_ place: DurabilityPlace, seconds: Double, _ options: String...) throws {
        let run = try place.place.start(["record"] + options)
        try place.awaitStart()
        let recorder = try place.recorder()
        MonotonicClock.sleep(until: MonotonicClock.nanoseconds + UInt64(saturating: seconds * 1e9))
        kill(recorder, SIGKILL)
        _ = try run.wait()
        try place.awaitEnd()
    }

    @Test("A recording goes on after a kill and after an end: one movie, in order, audio and video in step")
    func resume() throws {
        let place = try DurabilityPlace(hasAudio: true)
        try place.startScene()
        let beeps = try BeepSource(sink: AudioServer.sink, server: place.place.audio?.address)
        try recordAndKill(place, seconds: 3.2, "--audio", "app")
        let id = try place.recording().id.description
        // The command names other audio tracks than the movie has. The movie's own are used.
        let second = try place.place.replay("record", "--resume", id, "--duration", "2800ms", "--audio", "none")
        #expect(second.status == 0, "\(second.errors)")
        let third = try place.place.start("record", "--resume", id, "--duration", "60s")
        try place.wait("to go on") { try place.recording().state() == .recording }
        let twice = try place.place.replay("record", "--resume", id)
        #expect(twice.status == 75, "\(twice.errors)")
        let recorder = try place.recorder()
        try place.wait("for more of it") {
            try place.recording().events().filter { $0.kind == .gap }.count == 2
        }
        MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 2_500_000_000)
        kill(recorder, SIGKILL)
        #expect(try third.wait().status == 1)
        let recovered = try place.place.replay("recover")
        #expect(recovered.output.contains("are kept"), "\(recovered.output)")
        #expect(try place.place.replay("recover").output.contains("nothing"))
        try? beeps.stop()
        let movie = try RecoveredMovie(place.recording())
        #expect(movie.isInOrder)
        let length = try #require(movie.length)
        // Each is killed or stopped after at least its time; on a busy machine, later.
        #expect((7_600_000_000...60_000_000_000).contains(length), "\(length)")
        let audio = try MediaProbe(path: movie.recording.path + "/movie.mp4").audio()
        #expect(
            isClose(
                Int64(audio.samples.count) * 62_500 / 3, length,
                within: QuietMachine.isPromised ? 400_000_000 : 1_000_000_000))
        let offsets = AudioOffset.microseconds(beeps: audio.beeps(), frames: movie.frames)
        print("resumed twice: audio \(offsets) µs")
        #expect(offsets.count >= (QuietMachine.isPromised ? 5 : 3), "\(offsets)")
        // The frame at a seam may be that of either side.
        #expect(offsets.filter { abs($0) <= AudioOffset.limit }.count >= offsets.count - 2, "\(offsets)")
        #expect(try place.place.replay("export", "-o", place.place.path("out.mp4")).status == 0)
        _ = try MediaProbe(path: place.place.path("out.mp4")).frameTimes(of: "v:0")
    }

    @Test("The parts of a buffer are put together after a kill, also where that is killed again and again")
    func interruptedRepair() throws {
        var random = SplitMix64.seeded()
        let table = TortureTable()
        let place = try DurabilityPlace()
        try place.startScene(rate: 60)
        for _ in 0..<TortureTable.factor {
            try recordAndKill(place, seconds: 3.5, "--audio", "none", "--buffer", "2s")
            for _ in 0..<8 {
                let repair = try place.place.start("recover")
                MonotonicClock.sleep(
                    until: MonotonicClock.nanoseconds + UInt64.random(in: 0...150_000_000, using: &random))
                repair.send(SIGKILL)
                _ = try repair.wait()
            }
            let both = [try place.place.start("recover"), try place.place.start("recover")]
            let outputs = try both.map { try $0.wait().output }
            #expect(outputs.filter { $0.contains("are kept") }.count <= 1, "\(outputs)")
            let recording = try place.recording()
            let movie = try RecoveredMovie(recording)
            #expect(movie.isInOrder)
            let length = try #require(movie.length)
            #expect(
                (2_000_000_000..<(QuietMachine.isPromised ? 5_000_000_000 : 10_000_000_000)).contains(length),
                "\(length)")
            let names = try FileManager.default.contentsOfDirectory(atPath: recording.path).sorted()
            #expect(names == ["events.jsonl", "lock", "log.txt", "movie.mp4", "recording.json"], "\(names)")
            table.note("SIGKILL of the repair", loss: 0)
            _ = try place.place.replay("discard")
        }
        table.report()
    }

    @Test("An empty recording, an unfinished discard and an unfinished start leave nothing")
    func remains() throws {
        let place = try DurabilityPlace()
        try recordAndKill(place, seconds: 0.5, "--audio", "none", "--no-proxy")
        let folder = try place.recording().path
        let movie = try FileHandle(forWritingTo: URL(fileURLWithPath: folder + "/movie.mp4"))
        try movie.truncate(atOffset: 300)
        try movie.close()
        let library = place.place.home.appending(path: "recordings")
        for name in ["20260101-half", ".discarded-20260101-gone"] {
            let made = library.appending(path: name)
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
            _ = FileManager.default.createFile(atPath: made.appending(path: "lock").path, contents: nil)
        }
        // A folder with a movie is not removed, even if its facts are missing.
        let kept = library.appending(path: "20260101-kept")
        try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
        _ = FileManager.default.createFile(atPath: kept.appending(path: "movie.mp4").path, contents: Data([0]))
        let listed = try place.place.replay("list")
        #expect(listed.errors.contains("removed"), "\(listed.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: library.path) == ["20260101-kept"])
    }

    @Test("With too little space nothing is begun, with 73; where it runs out the movie is whole")
    func space() throws {
        let place = try DurabilityPlace()
        let home = place.place.home.path
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        guard mount("none", home, "tmpfs", 0, "size=24m,mode=700") == 0 else {
            return print("no tmpfs can be mounted here: a full disk was not tried")
        }
        defer { umount2(home, 2) }
        let refused = try place.place.replay("record", "--audio", "none", "--duration", "1s")
        #expect(refused.status == 73)
        #expect(refused.errors.contains("only 24 MB are free on its disk, but 40 MB are required"), "\(refused.errors)")
        #expect(try place.library().ids().isEmpty)
        #expect(mount("none", home, "tmpfs", 32, "size=64m,mode=700") == 0)
        try place.startScene()
        let run = try place.place.start("record", "--audio", "none", "--duration", "60s")
        try place.awaitStart()
        let filler = try ChildProcess(["dd", "if=/dev/zero", "of=\(home)/filler", "bs=64k"])
        #expect(try filler.wait().status != 0)
        let outcome = try run.wait()
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.errors.contains("the disk is full"), "\(outcome.errors)")
        let recording = try place.recording()
        #expect(recording.facts.ending?.reason == .diskFailed)
        #expect(try recording.events().contains { $0.kind == .diskLow })
        #expect(try recording.events().last?.kind == .stopped)
        #expect(try RecoveredMovie(recording).isInOrder)
    }
}
