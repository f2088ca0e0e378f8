import Descriptors
import Foundation
import Replay
import ReplayTestSupport
import SystemPackage
import Testing

/// Checks a recorder that does not answer, and callers that try to keep it from answering others.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ControlHangTests {
    private struct Row: Decodable {
        let id: String
        let state: String
    }

    /// Runs a command that must answer within 2 s, plus some time for the machine.
    private func prompt(_ place: Workplace, _ arguments: String...) throws -> ChildProcess.Outcome {
        let start = MonotonicClock.nanoseconds
        let outcome = try place.start(arguments).wait()
        #expect(MonotonicClock.nanoseconds - start < (QuietMachine.isPromised ? 4 : 60) * 1_000_000_000, "\(arguments)")
        return outcome
    }

    private func record(_ place: Workplace) throws -> String {
        let outcome = try place.replay("record", "--audio", "none", "--detach")
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.line
    }

    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    @Test("A recorder that is suspended is shown as unresponsive by every call, with 75; the others answer as ever")
    func suspended() throws {
        let place = try DurabilityPlace()
        let first = try record(place.place)
        let recorder = try place.recorder()
        let second = try record(place.place)
        kill(recorder, SIGSTOP)
        // More calls than may wait at the recorder's socket.
        let calls = try (0..<12).map { _ in try place.place.start("status", "--json") }
        for call in calls {
            let status = try call.wait()
            #expect(status.status == 75, "\(status.errors)")
            let rows = try status.json([Row].self)
            #expect(rows.map(\.id) == [first, second])
            #expect(rows.map(\.state) == ["unresponsive", "recording"])
        }
        #expect(try prompt(place.place, "status").output.contains("NOT RESPONDING"))
        #expect(try prompt(place.place, "status", "--quiet").status == 75)
        let changes = try ["pause", "cover", "mute", "mark", "stop", "discard"].map { command in
            try place.place.start([command] + (command == "mark" ? ["x", "-r", first] : [first]))
        }
        for change in changes {
            let outcome = try change.wait()
            #expect(outcome.status == 75, "\(outcome.errors)")
            #expect(outcome.errors.contains("--force \(first)"), "\(outcome.errors)")
        }
        #expect(try prompt(place.place, "status", "--watch", first).status == 75)
        #expect(try prompt(place.place, "pause", second).status == 0)
        kill(recorder, SIGCONT)
        // Refused requests are not carried out later.
        let status = try place.place.replay("status", "--json", first)
        #expect(try status.json([Row].self).map(\.state) == ["recording"])
        let refused: [RecordingEvent.Kind] = [.paused, .covered, .muted, .mark, .stopped]
        #expect(try library(place.place).recording(matching: first).events().allSatisfy { !refused.contains($0.kind) })
        for id in [first, second] { #expect(try place.place.replay("stop", id).status == 0) }
    }

    @Test(
        "With --force, a recorder that does not answer is killed and its movie kept; at a terminal, the user is asked"
    )
    func force() throws {
        let place = try DurabilityPlace()
        let id = try record(place.place)
        _ = try place.place.awaitStatus { $0.seconds > 2.2 }
        kill(try place.recorder(), SIGSTOP)
        let asked = try place.place.terminal("stop", id)
        try asked.awaitText("[y/N]")
        asked.type("n\n")
        #expect(try asked.wait() == 75)
        #expect(try library(place.place).recording(matching: id).state() == .recording)
        let forced = try place.place.replay("stop", id, "--force", "--json")
        #expect(forced.status == 0, "\(forced.errors)")
        let ending = try forced.json(RecordingFacts.Ending.self)
        #expect(ending.reason == .interrupted && ending.duration > .seconds(2))
        let recording = try library(place.place).recording(matching: id)
        #expect(recording.state() == .finished && recording.facts.ending?.duration == ending.duration)
        #expect(try recording.describeMovie().tracks.first?.samples ?? 0 > 0)

        let other = try record(place.place)
        kill(try place.recorder(), SIGSTOP)
        let asks = try place.place.terminal("discard", other)
        try asks.awaitText("[y/N]")
        asks.type("y\n")
        #expect(try asks.wait() == 0, "\(asks.text)")
        #expect(try library(place.place).ids().map(\.description) == [id])
    }

    @Test(
        "A recorder that is flooded with requests still answers other clients")
    func flood() throws {
        let place = try Workplace(screen: (320, 180))
        let id = try record(place)
        let socket = try library(place).recording(matching: id).path + "/control.sock"
        let floods = try (0..<4).map { try Self.flood(socket, reads: $0 % 2 == 0) }
        defer {
            for flood in floods { flood.kill() }
        }
        let told = try ControlClient.send("{\"request\":\"watch\"}", to: socket, replies: 5).split(separator: "\n")
        #expect(told.count == 5 && told.allSatisfy { $0.contains("\"status\"") }, "\(told.count)")
        #expect(try prompt(place, "pause", id).status == 0)
        #expect(try prompt(place, "stop", id).status == 0)
    }

    /// Sends requests without end.
    private static func flood(_ socket: String, reads: Bool) throws -> ChildProcess {
        let script = """
            use Socket; use IO::Handle; $SIG{PIPE} = "IGNORE"; alarm 60;
            socket(S, PF_UNIX, SOCK_STREAM, 0); connect(S, sockaddr_un($ARGV[0])); S->blocking(!$ARGV[1]);
            while (1) { syswrite(S, qq({"request":"status"}\\n) x 50); while ($ARGV[1] && sysread(S, $b, 65536)) {} }
            """
        return try ChildProcess(["perl", "-e", script, socket, reads ? "1" : "0"])
    }

    @Test("No recorder waits for the lock of the capture file, and entries of dead recorders are removed")
    func beacon() throws {
        let place = try Workplace(screen: (320, 180))
        let folder = place.runtimeFolder.path + "/replay"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        chmod(place.runtimeFolder.path, 0o700)
        // The process id is that of a living process: this one.
        let dead = """
            {"isCaptured":true,"recordings":[{"id":"20200101-000000-aaaaa","pid":\(getpid()),"state":"recording",
            "isMuted":false,"isCovered":false}]}
            """
        try dead.write(toFile: folder + "/capture.json", atomically: false, encoding: .utf8)
        let id = try record(place)
        func told() throws -> String { try String(contentsOfFile: folder + "/capture.json", encoding: .utf8) }
        _ = try place.awaitStatus { $0.frames > 0 }
        #expect(try told().contains(id) && !told().contains("20200101"))
        let lock = OwnedDescriptor(
            try FileDescriptor.open(folder + "/capture.lock", .readWrite, options: .closeOnExec))
        #expect(SystemCall.retrying { flock(lock.descriptor.rawValue, LOCK_EX) } == 0)
        #expect(try prompt(place, "pause", id).status == 0)
        #expect(try prompt(place, "status", id).output.contains("paused"))
        #expect(try !told().contains("paused"))
        try lock.close()
        try place.await("the pause is told") { try told().contains("paused") }
        #expect(try prompt(place, "stop", id).status == 0)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["capture.json", "capture.lock"])
    }
}
