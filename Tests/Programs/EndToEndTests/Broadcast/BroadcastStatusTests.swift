import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks what `replay broadcast status` says of broadcasts that are over, and the names of broadcasts.
@Suite(.timeLimit(.minutes(30)), .enabled(if: RTMPServer.isInstalled, "nginx’s RTMP module is not installed"))
struct BroadcastStatusTests {
    @Test("A refusal in the background is in the status, without the key, until the recording ends or another try")
    func refusal() throws {
        let live = try BroadcastPlace()
        let key = "wrong-key-7654321"
        try live.write(key: key, to: "wrong")
        _ = try live.broadcast(live.server.address, "--detach", key: "wrong").wait()
        let refused = try live.await("the refusal") { $0.state == .refused }
        #expect(refused.problem != nil && refused.target == live.target)
        let process = refused.number
        try live.place.await("the end of the process") { kill(process, 0) != 0 }
        let shown = try live.place.replay("broadcast", "status")
        #expect(shown.status == 0 && shown.output.contains("\(live.target): refused: "), "\(shown.output)")
        let files = try live.place.start(command: [
            "sh", "-c", "cat run/replay/cast-*.json; stat -c %a run/replay/*.json",
        ])
        .wait()
        #expect(files.output.contains("refused") && !files.output.contains(key), "\(files.output)\(files.errors)")
        #expect(files.output.contains("600") && !files.output.contains("644"))
        #expect(try live.broadcast(live.server.address, "--detach").wait().status == 0)
        let again = try live.await("frames sent") { $0.state == .live && $0.frames > 5 }
        #expect(try live.statuses().map(\.number) == [again.number])
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
        #expect(try live.records().isEmpty)
    }

    @Test("A process that was killed is told as ended unexpectedly; its socket goes, and “stop” forgets it")
    func killed() throws {
        let live = try BroadcastPlace()
        #expect(try live.broadcast(live.server.address, "--detach").wait().status == 0)
        let process = try live.await("frames sent") { $0.state == .live && $0.frames > 5 }.number
        kill(process, SIGKILL)
        let ended = try live.await("the end") { $0.state == .ended }
        #expect(ended.problem == "its process ended unexpectedly" && ended.number == process)
        try live.place.await("the removal of the socket") {
            _ = try live.statuses()
            return try !live.runtimeFiles().contains("cast-\(process).sock")
        }
        #expect(try live.statuses().map(\.state) == [.ended])
        #expect(try live.place.awaitStatus { $0.state == "recording" }.frames > 0)
        #expect(try live.place.replay("stop").status == 0)
        #expect(try live.statuses().isEmpty)
        #expect(try live.records().isEmpty)
    }

    @Test("A broadcast that its user ends is not in the status any longer")
    func stopped() throws {
        let live = try BroadcastPlace()
        #expect(try live.broadcast(live.server.address, "--detach").wait().status == 0)
        try live.await("frames sent") { $0.state == .live && $0.frames > 5 }
        #expect(try live.place.replay("broadcast", "stop").status == 0)
        #expect(try live.statuses().isEmpty)
        #expect(try live.records().isEmpty)
        #expect(try live.place.replay("stop").status == 0)
    }

    @Test("Two broadcasts to viewers have names of their own, by which each is paused; their viewers are counted")
    func names() throws {
        let live = try BroadcastPlace()
        let web = ["broadcast", "web", "--consent", "--audio", "none", "--detach"]
        for _ in 0..<2 { #expect(try live.place.start(web).wait().status == 0) }
        try live.await("frames", of: "web 2") { $0.state == .live && $0.frames > 30 }
        #expect(try live.statuses().map(\.target).sorted() == ["web", "web 2"])
        #expect(try live.place.replay("broadcast", "pause", "web 2").status == 0)
        try live.await("the pause", of: "web 2") { $0.state == .paused }
        let first = try live.await("the other one", of: "web") { $0.state == .live && $0.frames > 30 }
        #expect(first.viewers == 0 && first.bytes == 0)
        try watch(try #require(first.publicURL), viewers: ["one", "two", "one"])
        let watched = try live.await("two viewers", of: "web") { $0.viewers == 2 }
        #expect(watched.bytes > 0)
        #expect(try live.await("none", of: "web 2") { _ in true }.bytes == 0)
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
    }

    /// Fetches the newest complete segment once for each viewer.
    private func watch(_ address: String, viewers: [String]) throws {
        let playlist = try ChildProcess(["curl", "-sf", address + "video/index.m3u8?_HLS_msn=0"]).wait()
        let name = try #require(
            playlist.output.split(separator: "\n").last { $0.hasSuffix(".m4s") && !$0.hasPrefix("#") },
            "\(playlist.output)")
        for viewer in viewers {
            let fetched = try ChildProcess([
                "curl", "-sf", "-o", "/dev/null", "-H", "Replay-Viewer: \(viewer)", address + "video/\(name)",
            ]).wait()
            #expect(fetched.status == 0)
        }
    }

    @Test("Viewers are told of a pause of the broadcast, of a pause of the recording, and of the end")
    func viewersState() throws {
        let live = try BroadcastPlace()
        let web = ["broadcast", "web", "--consent", "--audio", "none", "--detach"]
        #expect(try live.place.start(web).wait().status == 0)
        let address = try #require(try live.await("frames") { $0.state == .live && $0.frames > 30 }.publicURL)
        func state(otherThan known: String) throws -> String {
            try ChildProcess(["curl", "-sf", address + "state.json?known=\(known)"]).wait().output
        }
        #expect(try state(otherThan: "paused") == #"{"state":"live"}"#)
        for (pause, resume) in [(["broadcast", "pause"], ["broadcast", "resume"]), (["pause"], ["resume"])] {
            #expect(try live.place.start(pause).wait().status == 0)
            // The server answers at once when the state changes, and otherwise after some seconds.
            try live.place.await("the pause") { try state(otherThan: "live") == #"{"state":"paused"}"# }
            #expect(try live.place.start(resume).wait().status == 0)
            try live.place.await("the end of the pause") { try state(otherThan: "paused") == #"{"state":"live"}"# }
        }
        #expect(try live.place.replay("stop").status == 0)
        try live.place.await("the end") { try live.statuses().isEmpty }
    }
}

extension BroadcastPlace {
    /// The names of the files in the runtime folder.
    func runtimeFiles() throws -> [String] {
        try place.start(command: ["ls", "run/replay"]).wait().output.split(separator: "\n").map(String.init)
    }

    /// The names of the files with the last statuses of broadcasts.
    func records() throws -> [String] {
        try runtimeFiles().filter { $0.hasPrefix("cast-") && $0.hasSuffix(".json") }
    }
}
