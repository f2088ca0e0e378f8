import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks a slow or hung disk, processes that are suspended for seconds, and a wall clock that jumps.
@Suite(.serialized) struct DurabilityStallTests {
    private struct Status: Decodable {
        let state: String
        let droppedFrames: Int
    }

    /// Returns options without a proxy, whose calls would be counted with the movie's.
    private func options(_ more: String...) -> [String] {
        ["record", "--consent", "--audio", "none", "--no-proxy"] + more
    }

    /// Requests the status until the recording has the state.
    /// - Returns: The time that this took, in seconds.
    private func awaitState(_ state: String, _ place: DurabilityPlace) throws -> Double {
        let start = MonotonicClock.nanoseconds
        try place.wait("to be \(state)") {
            try place.place.replay("status", "--json").json([Status].self).last?.state == state
        }
        return Double(MonotonicClock.nanoseconds - start) / 1e9
    }

    @Test(
        "A disk that does not answer is told within 2 s, and that it answers again",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func slowDisk() throws {
        let place = try DurabilityPlace()
        try place.startScene()
        var fault = DiskFault(.pwrite, .delay, at: 8)
        // The delay is long enough for a busy machine to request the status meanwhile.
        (fault.delayed, fault.delay) = (1, 10_000)
        let run = try place.start(options(), over: fault)
        try place.awaitStart()
        let told = try awaitState("stalled", place)
        print("stalled after \(told) s")
        let status = try place.place.replay("status")
        #expect(status.status == 75)
        #expect(status.output.contains("NOT WRITING"))
        // The time counts from the previous fragment, the last one that was written.
        if QuietMachine.isPromised { #expect(told < 2.6) }
        _ = try awaitState("recording", place)
        #expect(try place.place.replay("status").status == 0)
        run.send(SIGINT)
        #expect(try run.wait().status == 0)
        let recording = try place.recording()
        #expect(
            try recording.events().map(\.kind).filter { [.stalled, .writing].contains($0) } == [.stalled, .writing])
        let movie = try RecoveredMovie(recording)
        let offsets = movie.frames.compactMap { frame in
            frame.clock.map { Double($0) / 1e6 - frame.time.seconds }
        }
        // A busy machine captures some frames late. In each half, the frame that was captured soonest gives the clock.
        let halves = [offsets.prefix(offsets.count / 2).max(), offsets.suffix(offsets.count / 2).max()]
        let (first, second) = (try #require(halves[0]), try #require(halves[1]))
        #expect(abs(first - second) < (QuietMachine.isPromised ? 0.1 : 0.5), "the clock of the frames drifts")
    }

    @Test(
        "A disk that never answers again does not hold up the end for longer than 20 s",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"), arguments: ["stop", "INT"])
    func hungDisk(way: String) throws {
        let place = try DurabilityPlace()
        try place.startScene()
        var fault = DiskFault(.pwrite, .delay, at: 8)
        fault.delay = 600_000
        let run = try place.start(options(), over: fault)
        try place.awaitStart()
        let recorder = try place.recorder()
        _ = try awaitState("stalled", place)
        let start = MonotonicClock.nanoseconds
        if way == "stop" {
            let stopped = try place.place.replay("stop")
            #expect(stopped.status == 73, "\(stopped.errors)")
            #expect(stopped.errors.contains("does not answer"))
        } else {
            run.send(SIGINT)
        }
        let outcome = try run.wait()
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(Double(MonotonicClock.nanoseconds - start) / 1e9 < (QuietMachine.isPromised ? 20 : 120))
        try place.wait("for the recorder to go") { kill(recorder, 0) != 0 }
        #expect(try place.place.replay("recover").output.contains("are kept"))
        #expect(try RecoveredMovie(place.recording()).isInOrder)
    }

    @Test(
        "A disk that is slow costs frames, which are counted, and not memory",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func bounded() throws {
        let place = try Workplace(screen: (1280, 720))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 60, display: place.screen?.display))
        let desk = try DurabilityPlace()
        var fault = DiskFault(.pwrite, .delay, at: 10)
        fault.delay = 3000
        let run = try desk.start(options("--display", place.screen?.display ?? ""), over: fault)
        try desk.awaitStart()
        let recorder = try desk.recorder()
        var (most, dropped) = (0, 0)
        try desk.wait("for frames that are left out") {
            let status = try desk.place.replay("status", "--json").json([Status].self).last
            dropped = status?.droppedFrames ?? 0
            let lines = try String(contentsOfFile: "/proc/\(recorder)/status", encoding: .utf8).split(separator: "\n")
            let anonymous = lines.first { $0.hasPrefix("RssAnon") }?.split(separator: " ").dropFirst().first
            most = max(most, anonymous.flatMap { Int($0) } ?? 0)
            return dropped > 60
        }
        print("slow disk: \(most / 1024) MB at most, \(dropped) frames left out")
        #expect(most < 80 << 10)
        kill(recorder, SIGKILL)
        _ = try run.wait()
        _ = try scene.stop()
    }

    @Test("Seconds of standing still, of the recorder or of everything, shift nothing", arguments: [false, true])
    func suspend(isWhole: Bool) throws {
        let place = try DurabilityPlace(hasAudio: true)
        try place.startScene()
        let beeps = try BeepSource(sink: AudioServer.sink, server: place.place.audio?.address)
        let run = try place.place.start("record", "--audio", "app")
        try place.awaitStart()
        let recorder = try place.recorder()
        let all = isWhole ? [recorder, try place.display(), try place.audioServer()] : [recorder]
        MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 2_500_000_000)
        for pid in all { kill(pid, SIGSTOP) }
        MonotonicClock.sleep(until: MonotonicClock.nanoseconds + 3_000_000_000)
        for pid in all.reversed() { kill(pid, SIGCONT) }
        MonotonicClock.sleep(until: MonotonicClock.nanoseconds + (isWhole ? 7_000_000_000 : 5_000_000_000))
        let instant = MonotonicClock.nanoseconds
        run.send(SIGINT)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        try? beeps.stop()
        let movie = try RecoveredMovie(place.recording())
        #expect(movie.isInOrder)
        let (position, length) = (try #require(movie.position(of: instant)), try #require(movie.length))
        // The limits are small against the three seconds.
        #expect(
            abs(position - length) < (QuietMachine.isPromised ? 300_000_000 : 1_500_000_000), "\(position) \(length)")
        let audio = try MediaProbe(path: movie.recording.path + "/movie.mp4").audio()
        let offsets = AudioOffset.microseconds(beeps: audio.beeps(), frames: movie.frames)
        print("suspended \(isWhole ? "all" : "the recorder"): audio \(offsets) µs")
        try #require(offsets.count >= (QuietMachine.isPromised ? 4 : 3), "\(offsets)")
        // After the server was suspended, the beeps themselves are late until their source has measured the latency
        // again. The median of three is used because a busy machine draws or plays a single one late.
        #expect(abs(offsets.suffix(3).sorted()[1]) <= AudioOffset.limit, "\(offsets)")
    }

    @Test(
        "A wall clock that jumps by an hour changes nothing",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"), arguments: [3600, -3600])
    func wallClock(jump: Int) throws {
        let place = try DurabilityPlace()
        try place.startScene()
        let fault = DiskFault(.pwrite, .delay, at: 0)
        let run = try place.start(options("--duration", "4s"), over: fault, clockJump: jump)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let movie = try RecoveredMovie(place.recording())
        #expect(movie.isInOrder)
        #expect(movie.length == 4_000_000_000)
        #expect(movie.frames.count > 5)
    }
}
