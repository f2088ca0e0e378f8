import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks that handlers that misbehave are ended and reported, and that the recording is whole.
@Suite struct HandlerFaultTests {
    /// Ends the recording, and expects that it has all its frames.
    private func expectWhole(_ live: HandlerPlace) throws {
        let before = try live.place.awaitStatus { $0.state == "recording" }.frames
        _ = try live.place.awaitStatus { $0.frames > before + 10 }
        #expect(try live.place.replay("stop").status == 0)
        let layout = SceneLayout(width: HandlerPlace.size.width, height: HandlerPlace.size.height)
        let clocks = try live.movie().clocks(at: layout.barcode)
        #expect(clocks.count > before + 10 && clocks.allSatisfy { $0.clock != nil })
    }

    /// Returns the time since the handler noted its fault, in seconds.
    private func delay(_ live: HandlerPlace) throws -> Double {
        let now = MonotonicClock.microseconds
        let text = try String(contentsOfFile: live.place.path("fault-time"), encoding: .utf8)
        return Double(now) / 1e6 - (try #require(Double(text)))
    }

    private func handlerProcess(_ live: HandlerPlace) throws -> pid_t {
        struct Process: Decodable { var pid: pid_t }
        let data = try Data(contentsOf: live.place.folder.appending(path: "process.json"))
        return try JSONDecoder().decode(Process.self, from: data).pid
    }

    private func expectGone(_ pid: pid_t, _ live: HandlerPlace) throws {
        try live.place.await("the end of process \(pid)") { !HandlerPlace.isRunning(pid) }
    }

    @Test("A fault is reported with its reason within a second on a quiet machine", arguments: TestHandler.faults)
    func fault(_ fault: String, _ reason: String) throws {
        let live = try HandlerPlace()
        let run = try live.broadcast("--setup", "fault=\(fault)")
        try live.place.await("the report of “\(fault)”: \(run.errors)") { run.errors.contains("handler: ended: ") }
        let delay = try delay(live)
        print("handler, fault “\(fault)” reported after \(delay) s")
        // The time that it takes to fill the memory belongs to the handler.
        #expect(delay < (QuietMachine.isPromised ? 1 : 60))
        #expect(run.errors.contains(reason), "\(run.errors)")
        try expectGone(handlerProcess(live), live)
        try expectWhole(live)
        let outcome = try run.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("the recording is not affected"), "\(outcome.errors)")
        #expect(outcome.errors.components(separatedBy: "connecting").count <= 2, "It was started again.")
    }

    @Test("A handler that hangs is stalled, then ended, although it ignores SIGTERM")
    func hang() throws {
        let live = try HandlerPlace()
        let run = try live.broadcast("--setup", "fault=hang")
        try live.place.await("the stall") { run.errors.contains("handler: stalled") }
        let delay = try delay(live)
        print("handler, fault “hang” reported after \(delay) s")
        #expect(delay < (QuietMachine.isPromised ? 1 : 60))
        try live.place.await("the report") { run.errors.contains("handler: ended: it took nothing for 8 s") }
        try expectGone(handlerProcess(live), live)
        try expectWhole(live)
        #expect(try run.wait().status == 69)
    }

    @Test("A handler that does not end after the last message is ended")
    func endless() throws {
        let live = try HandlerPlace()
        let run = try live.broadcast("--setup", "fault=endless")
        try live.awaitFrames(20)
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 69, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("did not end within 3 s of the last message; its last output was “still busy”"))
        try expectGone(handlerProcess(live), live)
        #expect(try live.movie().packetHashes(of: "v:0").count >= 20)
    }

    @Test("A process that a handler leaves behind ends with it")
    func daemon() throws {
        let live = try HandlerPlace()
        let run = try live.broadcast("--setup", "fault=daemon")
        try live.awaitFrames(20)
        #expect(try live.place.replay("stop").status == 0)
        #expect(try run.wait().status == 0)
        let text = try String(contentsOfFile: live.place.path("daemon-pid"), encoding: .utf8)
        try expectGone(#require(pid_t(text)), live)
    }

    @Test("A handler ends with its broadcast’s process, and the recording goes on")
    func killed() throws {
        let live = try HandlerPlace()
        let run = try live.broadcast()
        try live.awaitFrames(5)
        let broadcast = try #require(try live.status()).number
        kill(broadcast, SIGKILL)
        try expectGone(handlerProcess(live), live)
        try expectWhole(live)
        #expect(try run.wait().status == 69)
    }

    @Test(
        "A program that is no handler is reported, and the recording is whole",
        arguments: [
            ("#!/bin/sh\necho hello\n", "it ended early, with exit code 0; its last output was “hello”"),
            ("#!/bin/sh\nexit 7\n", "it ended early, with exit code 7"),
            ("#!/bin/sh\nyes garbage\n", "it did not answer for 8 s; is it a handler?; its last output was “garbage”"),
            ("#!/no/such/interpreter\n", "it cannot be started: No such file or directory"),
            ("\u{1}\u{2}\u{3}", "it cannot be started: Exec format error"),
        ])
    func noHandler(_ text: String, _ reason: String) throws {
        let live = try HandlerPlace()
        try live.addProgram(text, name: "other")
        let run = try live.broadcast(to: "./other")
        try live.place.await("the report: \(run.errors)") { run.errors.contains("other: ended: \(reason)") }
        try expectWhole(live)
        #expect(try run.wait().status == 69)
    }

    @Test("A program that is not there or not executable is refused before anything is recorded")
    func missing() throws {
        let live = try HandlerPlace()
        let absent = try live.broadcast(to: "./absent").wait()
        #expect(absent.status == 66 && absent.errors.contains("there is no handler program “./absent”"))
        try live.addProgram("#!/bin/sh\n", name: "plain", mode: 0o644)
        let plain = try live.broadcast(to: "./plain").wait()
        #expect(plain.status == 77 && plain.errors.contains("“./plain” is not executable"), "\(plain.errors)")
        for option in [["--handler-memory", "5"], ["--handler-memory", "x"], ["--setup", "=1"], ["--setup", "a"]] {
            let outcome = try live.place.start(["broadcast", "./handler", "--consent"] + option).wait()
            #expect(outcome.status == 64, "\(option): \(outcome.errors)")
        }
        let twice = try live.broadcast("--setup", "a=1", "--setup", "a=2").wait()
        #expect(twice.status == 64 && twice.errors.contains("gives “a” twice"), "\(twice.errors)")
        #expect(try live.place.replay("list", "-q").output.isEmpty)
    }

    @Test("A limit above the default leaves a handler with more memory alone")
    func memoryLimit() throws {
        let live = try HandlerPlace()
        let big = TestHandler.script.replacing(
            "values, frames, kept = {}, 0, []", with: "values, frames, kept = {}, 0, [os.urandom(90 << 20)]")
        try live.addProgram(big, name: "big")
        let refused = try live.broadcast(to: "./big")
        try live.place.await("the report: \(refused.errors)") { refused.errors.contains("(--handler-memory)") }
        #expect(try live.place.replay("stop").status == 0)
        #expect(try refused.wait().status == 69)
        let run = try live.broadcast("--handler-memory", "200MB", to: "./big")
        try live.awaitFrames(30)
        #expect(try live.place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
    }
}
