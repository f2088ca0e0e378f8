import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks requests that a recorder refuses, or to a recorder that does not exist.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ControlErrorTests {
    private func library(_ place: Workplace) throws -> RecordingLibrary { try .open(home: place.home.path) }

    /// Returns the running recorders, as the file for other programs lists them.
    private func recorders(_ place: Workplace) throws -> [pid_t] {
        let file = place.runtimeFolder.appending(path: "replay/capture.json")
        let contents = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        return (contents?["recordings"] as? [[String: Any]] ?? []).compactMap { $0["pid"] as? pid_t }
    }

    private func beacon(_ place: Workplace) throws -> String {
        try String(contentsOf: place.runtimeFolder.appending(path: "replay/capture.json"), encoding: .utf8)
    }

    /// Returns when the kernel has ended the recording's process.
    private func awaitEnd(of recording: Recording) {
        var rounds = 0
        while recording.state() == .recording, rounds < 1_000_000 { rounds += 1 }
    }

    private func record(_ place: Workplace, _ arguments: String...) throws -> String {
        let run = try ChildProcess(
            .replay, ["record", "--consent", "--audio", "none", "--detach"] + arguments, environment: place.environment,
            folder: place.folder)
        let outcome = try run.wait()
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.line
    }

    @Test("A recorder that was killed leaves a socket that nobody answers at: 66, a sentence, nothing lost")
    func deadSocket() throws {
        let place = try Workplace(screen: (640, 360))
        let id = try record(place)
        _ = try place.awaitStatus { $0.seconds > 1 }
        let pid = try #require(try recorders(place).first)
        // The start time in the kernel's words: the 22nd field of the line. Its second field ends with the last
        // parenthesis.
        let line = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
        let fields = try #require(line.components(separatedBy: ")").last).split(separator: " ")
        #expect(try beacon(place).contains("\"startTime\" : \(fields[19])"))
        kill(pid, SIGKILL)
        let recording = try library(place).recording(matching: id)
        awaitEnd(of: recording)
        #expect(try beacon(place).contains("\"isCaptured\" : true"))
        #expect(try place.replay("status", "--quiet").status == 1)
        #expect(try beacon(place).contains("\"isCaptured\" : false"))
        #expect(try recorders(place).isEmpty)
        #expect(FileManager.default.fileExists(atPath: recording.path + "/control.sock"))
        for command in ["pause", "resume", "mute", "unmute", "cover", "uncover", "stop"] {
            let latest = try place.replay(command)
            #expect(latest.status == 66 && latest.errors.contains("nothing is being recorded\n"), "\(latest.errors)")
            let named = try place.replay(command, id)
            #expect(named.status == 66 && named.errors.contains("is not being recorded"), "\(named.errors)")
            #expect(try place.replay(command, "nonsense").status == 66)
        }
        for arguments in [["mark", "x", "-r", id], ["clip", "1s", "-r", id]] {
            let run = try ChildProcess(.replay, arguments, environment: place.environment, folder: place.folder)
            #expect(try run.wait().status == 66)
        }
        #expect(try place.replay("status", "--quiet").status == 1)
        #expect(try place.replay("export", id, "--preset", "original", "-o", place.path("a.mp4")).status == 0)
        // Another recorder can listen there, and removes the file at its end.
        #expect(try record(place, "--resume", id) == id)
        #expect(try place.replay("pause", id).status == 0)
        #expect(try place.replay("stop", id).status == 0)
        #expect(!FileManager.default.fileExists(atPath: recording.path + "/control.sock"))
    }

    @Test("Two recordings of a display are both whole; the same one is not resumed twice: 75")
    func two() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let first = try record(place)
        let second = try record(place)
        #expect(first != second)
        #expect(try recorders(place).count == 2)
        let busy = try place.replay("record", "--audio", "none", "--resume", first)
        #expect(busy.status == 75 && busy.errors.contains("being recorded"), "\(busy.errors)")
        _ = try place.awaitStatus { $0.seconds > 1.5 }
        for id in [first, second] { #expect(try place.replay("stop", id).status == 0) }
        _ = try record(place, "--resume", first)
        let twice = try place.replay("record", "--audio", "none", "--resume", first)
        #expect(twice.status == 75 && twice.errors.contains("cannot be resumed twice"), "\(twice.errors)")
        #expect(try place.replay("stop", first).status == 0)
        _ = try scene.stop()
        for id in [first, second] {
            let path = try library(place).recording(matching: id).path + "/movie.mp4"
            let frames = try MediaProbe(path: path).clocks(at: SceneLayout(width: 640, height: 360).barcode)
            #expect(frames.count > 10)
            #expect(frames.allSatisfy { $0.clock != nil })
        }
    }

    @Test("The socket is the user's alone", .enabled(if: geteuid() == 0, "another user's process takes root"))
    func otherUser() throws {
        let place = try Workplace(screen: (640, 360))
        let id = try record(place)
        let folder = try library(place).recording(matching: id).path
        let socket = folder + "/control.sock"
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        }
        #expect(try mode(socket) == 0o600)
        #expect(try mode(folder) == 0o700)
        // The permissions are as if somebody had let others in.
        for path in [place.home.path, place.home.path + "/recordings", folder, socket] { chmod(path, 0o777) }
        #expect(try ControlClient.send("{\"request\":\"discard\"}", to: socket, as: 65534) == "")
        #expect(try ControlClient.send("{\"request\":\"status\"}", to: socket).contains("\"status\""))
        let refused = try place.replay("stop", id)
        #expect(refused.status == 77 && refused.errors.contains("chmod go-w"), "\(refused.errors)")
        for path in [place.home.path, place.home.path + "/recordings"] { chmod(path, 0o700) }
        #expect(try place.replay("stop", id).status == 0)
    }

    @Test("What is no request is refused, what is without end is cut off, and the recording goes on")
    func nonsense() throws {
        let place = try Workplace(screen: (640, 360))
        let id = try record(place)
        let socket = try library(place).recording(matching: id).path + "/control.sock"
        for line in ["hello", "{}", "{\"request\":\"explode\"}", "[1]", "{\"request\":7}", "\u{1}"] {
            let reply = try ControlClient.send(line, to: socket)
            #expect(reply.contains("\"failed\"") && reply.contains("not understood"), "\(line): \(reply)")
        }
        let name = String(repeating: "x", count: 300)
        #expect(try ControlClient.send("{\"request\":\"mark\",\"name\":\"\(name)\"}", to: socket).contains("failed"))
        #expect(try ControlClient.send(String(repeating: "y", count: 100_000), to: socket) == "")
        #expect(try place.awaitStatus { $0.seconds > 1 }.state == "recording")
        #expect(try place.replay("stop", id).status == 0)
    }

    @Test("A terminal that is suspended holds up neither the recording nor those who control it")
    func suspendedOwner() throws {
        let place = try Workplace(screen: (640, 360))
        let run = try place.start("record", "--audio", "none")
        let id = try place.awaitStatus { $0.seconds > 0.5 }.id
        let socket = try library(place).recording(matching: id).path + "/control.sock"
        run.send(SIGSTOP)
        // Each mark is printed to the terminal, whose socket holds some 170.
        let marks = Array(repeating: "{\"request\":\"mark\"}", count: 500).joined(separator: "\n")
        let replies = try ControlClient.send(marks, to: socket, replies: 500)
        #expect(replies.split(separator: "\n").count == 500)
        run.send(SIGCONT)
        #expect(try place.replay("stop", id).status == 0)
        #expect(try run.wait().status == 0)
    }

    @Test(
        "Discarding leaves no file, whatever the recording was doing",
        arguments: ["recording", "paused", "covered", "buffered", "ended", "killed"])
    func discard(state: String) throws {
        let place = try Workplace(screen: (640, 360))
        let id = state == "buffered" ? try record(place, "--buffer", "2s") : try record(place)
        let folder = try library(place).recording(matching: id).path
        _ = try place.awaitStatus { $0.seconds > 0.6 }
        switch state {
        case "paused": #expect(try place.replay("pause").status == 0)
        case "covered": #expect(try place.replay("cover").status == 0)
        case "ended": #expect(try place.replay("stop").status == 0)
        case "killed":
            kill(try #require(try recorders(place).first), SIGKILL)
            awaitEnd(of: try library(place).recording(matching: id))
        default: break
        }
        #expect(try place.replay("discard", id).status == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
        let rest = FileManager.default.enumerator(atPath: place.home.path)?.allObjects as? [String]
        #expect(rest == ["recordings"])
        let beacon = try String(contentsOf: place.runtimeFolder.appending(path: "replay/capture.json"), encoding: .utf8)
        #expect(!beacon.contains(id))
        #expect(try place.replay("discard", id).status == 66)
    }

    @Test("An export of what is being recorded has what is written, and what is covered is covered in it")
    func exportWhileCovered() throws {
        let place = try Workplace(screen: (640, 360))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let id = try record(place)
        _ = try place.awaitStatus { $0.seconds > 1.5 }
        #expect(try place.replay("cover").status == 0)
        let covered = try place.awaitStatus { !$0.coverReasons.isEmpty }.seconds
        _ = try place.awaitStatus { $0.seconds > covered + 2.5 }
        let exported = try place.replay("export", id, "--preset", "original", "-o", place.path("part.mp4"))
        #expect(exported.status == 0, "\(exported.errors)")
        #expect(try place.replay("discard", id).status == 0)
        _ = try scene.stop()
        let frames = try MediaProbe(path: place.path("part.mp4")).clocks(
            at: SceneLayout(width: 640, height: 360).barcode)
        #expect(frames.contains { $0.clock != nil })
        let late = frames.filter { $0.time.seconds > covered }
        #expect(!late.isEmpty && late.allSatisfy { $0.clock == nil })
    }
}
