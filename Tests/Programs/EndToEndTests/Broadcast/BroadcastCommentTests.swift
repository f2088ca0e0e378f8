import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks comments from a file, a FIFO and a WebSocket server that is not Replay's, and what becomes of them.
@Suite(.timeLimit(.minutes(30))) struct BroadcastCommentTests {
    private static let hasServer = CommentServer.isInstalled
    private static let hasBrowser = FileManager.default.isExecutableFile(atPath: "/usr/bin/chromium")

    @Test("Lines of a file that grows are kept at their times, also in a pause, and are the captions of exports")
    func file() throws {
        let live = try CommentPlace()
        try live.append(#"{"text": "yesterday"}"#, #"{"text": "prepared", "author": "Script", "time": 0.5}"#)
        let run = try live.broadcast("--comments", live.place.path("comments"))
        try live.awaitKept(1)
        _ = try live.place.awaitStatus { $0.seconds > 2 }
        try live.append(#"{"text": "Hello \u001b[31m<b>&", "author": "Ann\u202e"}"#)
        #expect(try live.awaitKept(2)?.latest?.line == "Ann: Hello [31m<b>&")
        #expect(try live.place.replay("pause").status == 0)
        let paused = try live.place.awaitStatus { $0.state == "paused" }.seconds
        try live.append(#"{"text": "in the pause"}"#)
        try live.awaitKept(3)
        #expect(try live.place.replay("resume").status == 0)
        let frames = try live.place.awaitStatus { $0.state == "recording" }.frames
        _ = try live.place.awaitStatus { $0.frames > frames + 3 }
        let recording = try live.stop()
        #expect(try run.wait().status == 0, "\(run.errors)")
        let comments = try recording.comments()
        #expect(comments.map(\.text) == ["prepared", "Hello [31m<b>&", "in the pause"])
        #expect(comments[0].time == .milliseconds(500))
        #expect(abs(comments[2].time.seconds - paused) <= 0.6, "\(comments[2].time) is not at \(paused)")
        try expectExports(live)
        try expectRedaction(live, recording)
    }

    private func expectExports(_ live: CommentPlace) throws {
        let kept = try live.export("kept.mp4")
        let text = try #require(try live.subtitles(kept))
        #expect(text.contains("00:00:00,500 --> ") && text.contains("Ann: Hello [31m<b>&"), "\(text)")
        let title = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-select_streams", "s", "-show_entries", "stream_tags=handler_name",
            "-of", "csv=p=0", kept,
        ])
        #expect(String(decoding: title, as: UTF8.self).contains("Comments"))
        let dropped = try live.export("dropped.mp4", "--captions", "none")
        #expect(try live.subtitles(dropped) == nil)
        let burned = try live.export("burned.mp4", "--captions", "comments", "--captions-as", "burned")
        #expect(try live.subtitles(burned) == nil)
        #expect(try live.frame(kept, at: 1) == live.frame(dropped, at: 1))
        #expect(try live.frame(burned, at: 1) != live.frame(dropped, at: 1))
        #expect(try live.frame(burned, at: 0) == live.frame(dropped, at: 0))
        let (width, height) = CommentPlace.size
        let pairs = zip(try live.frame(burned, at: 1), try live.frame(dropped, at: 1)).map { abs(Int($0) - Int($1)) }
        let changed = pairs.indices.filter { pairs[$0] > 40 }
        // The text is in the lower half.
        #expect(changed.count > 100 && changed.allSatisfy { $0 > width * height / 2 }, "\(changed.count)")
    }

    /// Checks that a copy has the comments, and that a redaction removes those of its range.
    private func expectRedaction(_ live: CommentPlace, _ recording: Recording) throws {
        let id = recording.id.description
        #expect(try live.place.replay("duplicate", id).status == 0)
        let redacted = try live.place.replay("redact", id, "0..0.6", "--yes")
        #expect(redacted.status == 0, "\(redacted.errors)")
        #expect(try !recording.comments().contains { $0.text == "prepared" })
        #expect(try !String(contentsOfFile: recording.path + "/comments.jsonl", encoding: .utf8).contains("prepared"))
        let copies = try RecordingLibrary.open(home: live.place.home.path).contents().recordings
        let copy = try #require(copies.first { $0.id != recording.id })
        #expect(try copy.comments().count == 3)
    }

    @Test("Lines of 10 MB, lines that are not UTF-8 and lines that are not JSON are refused, counted and told")
    func badLines() throws {
        let live = try CommentPlace()
        try live.append()
        let run = try live.broadcast("--comments", live.place.path("comments"))
        try live.await("the file") { $0.state == .live }
        try live.append(bytes: Data(repeating: UInt8(ascii: "x"), count: 10_000_000) + Data("\n".utf8))
        try live.await("the long line") { $0.comments?.refused == 1 }
        let reader = try live.await("the reader") { $0.state == .live }.number
        let memory = try String(contentsOfFile: "/proc/\(reader)/status", encoding: .utf8)
        let peak = memory.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }.flatMap {
            Int($0.filter(\.isNumber))
        }
        print("comments, after a line of 10 MB: \(peak ?? -1) kB of private memory")
        #expect(try #require(peak) < 30_000)
        try live.append(bytes: Data([0x7B, 0xFF, 0xFE, 0x7D, 0x0A]))
        try live.await("the wrong bytes") { $0.comments?.refused == 2 }
        try live.append("hello", #"{"text": "fine"}"#)
        let summary = try live.awaitKept(1)
        #expect(summary?.refused == 3 && summary?.faults.last == "it is not JSON")
        let recording = try live.stop()
        let outcome = try run.wait()
        #expect(outcome.status == 0)
        for reason in ["it is longer than 64 KB", "it is not UTF-8", "it is not JSON"] {
            #expect(outcome.errors.contains("a comment was not kept, because \(reason)"), "\(outcome.errors)")
        }
        #expect(try recording.comments().map(\.text) == ["fine"])
    }

    @Test("A FIFO may have no writer, and its writers may come and go")
    func fifo() throws {
        let live = try CommentPlace()
        let path = live.place.path("fifo")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try live.broadcast("--comments", path, "--detach").wait().status == 0)
        try live.await("the FIFO") { $0.state == .live }
        let again = try live.broadcast("--comments", path).wait()
        #expect(again.status == 75 && again.errors.contains("being read already"), "\(again.errors)")
        for count in 1...2 {
            try live.append(#"{"text": "\#(count)"}"#, to: "fifo")
            try live.awaitKept(count)
        }
        #expect(try live.stop().comments().map(\.text) == ["1", "2"])
        try live.place.await("the end") { try live.place.replay("broadcast", "status").output.contains("Nothing") }
    }

    @Test("A file that is replaced is read from its beginning")
    func replaced() throws {
        let live = try CommentPlace()
        try live.append(#"{"text": "old"}"#)
        let run = try live.broadcast("--comments", live.place.path("comments"))
        try live.await("the file") { $0.state == .live }
        try live.append(#"{"text": "new file"}"#, to: "other")
        #expect(rename(live.place.path("other"), live.place.path("comments")) == 0)
        try live.awaitKept(1)
        #expect(try live.stop().comments().map(\.text) == ["new file"])
        #expect(try run.wait().status == 0)
    }

    @Test("A reader that is killed affects nothing, and its comments are kept")
    func killed() throws {
        let live = try CommentPlace()
        try live.append()
        let run = try live.broadcast("--comments", live.place.path("comments"))
        try live.await("the file") { $0.state == .live }
        try live.append(#"{"text": "kept"}"#)
        try live.awaitKept(1)
        kill(try live.await("the reader") { $0.state == .live }.number, SIGKILL)
        try live.place.await("the report") { run.errors.contains("its process ended unexpectedly") }
        let frames = try live.place.awaitStatus { $0.state == "recording" }.frames
        _ = try live.place.awaitStatus { $0.frames > frames + 2 }
        let recording = try live.stop()
        #expect(try run.wait().status == 0)
        #expect(try recording.comments().map(\.text) == ["kept"])
        // The next reader of the same recording continues after an incomplete line.
        try Data(#"{"text":"kept","time":"1/1"}"#.utf8 + Data("\n{\"te".utf8)).write(
            to: URL(filePath: recording.path + "/comments.jsonl"))
        #expect(try recording.comments().map(\.text) == ["kept"])
    }

    @Test(
        "The status line shows the latest comment, of a new recording and of one in progress", arguments: [false, true])
    func terminal(isInProgress: Bool) throws {
        let live = try CommentPlace()
        let recorder = isInProgress ? try live.place.start("record", "--audio", "none") : nil
        if isInProgress { _ = try live.place.awaitStatus { $0.state == "recording" } }
        try live.append(#"{"text": "Hi\u001b]0;title\u0007 there", "author": "Ann", "time": 0}"#)
        let terminal = try live.place.terminal(
            "broadcast", "--comments", live.place.path("comments"), "--consent", "--audio", "none", columns: 200)
        try terminal.awaitText("Ann: Hi]0;title there")
        #expect(!terminal.text.contains("\u{1B}]0;"))
        _ = try live.stop()
        #expect(try terminal.wait() == 0)
        if let recorder { #expect(try recorder.wait().status == 0) }
    }

    @Test(
        "Viewers see comments beside the player as text, never as markup",
        .enabled(if: hasBrowser, "Chromium is not installed"))
    func viewers() throws {
        let live = try CommentPlace()
        let text = "<img src=x onerror=alert(1)> & <b>bold</b>"
        try live.append(#"{"text": "\#(text)", "author": "<i>Ann</i>", "time": 0}"#)
        let run = try live.broadcast("web", "--comments", live.place.path("comments"), "--detach")
        #expect(try run.wait().status == 0)
        try live.awaitKept(1)
        let statuses = try live.place.replay("broadcast", "status", "--json").json([BroadcastStatus].self)
        let address = try #require(statuses.compactMap(\.publicURL).first)
        let judge = ProjectFolder.url.appending(path: "Scripts/judges/comments-in-chromium").path
        let outcome = try ChildProcess([judge, address, text]).wait(limit: 600)
        #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        #expect(outcome.output.contains(#""time": "0:00", "text": "<i>Ann</i> <img"#), "\(outcome.output)")
        _ = try live.stop()
    }

    @Test(
        "A source that is not valid is refused before anything is recorded",
        arguments: [
            ("ws://", 64), ("http://127.0.0.1/", 64), ("ws://ann:pw@127.0.0.1/", 64), ("none.jsonl", 66), (".", 65),
            ("-", 66),
        ])
    func refused(source: String, status: Int) throws {
        let live = try CommentPlace()
        let outcome = try live.broadcast("--comments", source).wait()
        #expect(Int(outcome.status) == status && !outcome.errors.contains("pw@"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count <= 3, "\(outcome.errors)")
        #expect(try live.place.replay("list", "--json").output.filter { !$0.isWhitespace } == "[]")
    }

    @Test(
        "A WebSocket server that is killed and comes back is read again; its address is not shown",
        .enabled(if: hasServer))
    func webSocket() throws {
        let server = try CommentServer([
            .text(#"{"text": "one", "author": "Ann"}"#), .text(#"{"text": "two"}"#, after: 1),
            .bytes([0x7B, 0xFF, 0x7D]),
        ])
        let live = try CommentPlace()
        let run = try live.broadcast("--comments", server.address)
        let summary = try live.awaitKept(2)
        #expect(summary?.source == server.name && summary?.latest?.text == "two")
        try live.await("the wrong bytes") { $0.comments?.faults == ["it is not UTF-8"] }
        #expect(try server.nextRequest().contains(CommentServer.secret))
        server.kill()
        try live.await("the loss") { $0.state == .waiting && $0.problem != nil }
        try server.restart()
        try live.awaitKept(4)
        let process = try live.await("the reader") { $0.state == .live }.number
        let words = try String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)
        #expect(!words.contains(CommentServer.secret))
        let status = try live.place.replay("broadcast", "status", "--json")
        #expect(!status.output.contains(CommentServer.secret))
        let recording = try live.stop()
        let outcome = try run.wait()
        #expect(outcome.status == 0 && !outcome.errors.contains(CommentServer.secret), "\(outcome.errors)")
        let comments = try recording.comments()
        #expect(comments.map(\.text) == ["one", "two", "one", "two"])
        #expect(comments[1].time >= comments[0].time && comments[2].time > comments[1].time)
    }

    @Test("Messages that come together with the server’s response are kept", .enabled(if: hasServer))
    func together() throws {
        let server = try CommentServer([CommentServer.together] + (1...3).map { .text(#"{"text": "\#($0)"}"#) })
        let live = try CommentPlace()
        let run = try live.broadcast("--comments", server.address)
        try live.awaitKept(3)
        #expect(try live.stop().comments().map(\.text) == ["1", "2", "3"])
        #expect(try run.wait().status == 0)
    }

    @Test("A message of 10 MB ends the connection and is counted", .enabled(if: hasServer))
    func longMessage() throws {
        let server = try CommentServer([.text(#"{"text": "one"}"#), .long(10_000_000)])
        let live = try CommentPlace()
        live.place.variables["REPLAY_COMMENTS"] = server.address
        #expect(try live.broadcast(live.place.path("talk.mkv"), "--detach").wait().status == 0)
        let status = try live.await("the long message") { ($0.comments?.refused ?? 0) > 0 }
        #expect(status.comments?.faults == ["it is longer than 64 KB"])
        try live.await("the reason") { $0.problem == "a message is longer than 64 KB" }
        #expect(try live.stop().comments().first?.text == "one")
    }

    @Test("A server’s certificate must be trusted", .enabled(if: hasServer))
    func certificate() throws {
        let server = try CommentServer([.text(#"{"text": "one"}"#)], isSecure: true)
        let live = try CommentPlace()
        let run = try live.broadcast("--comments", server.address)
        try live.place.await("the refusal: \(run.errors)") {
            run.errors.contains("refused: its certificate is not trusted")
        }
        _ = try live.stop()
        let outcome = try run.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("the recording is not affected"), "\(outcome.errors)")
        live.place.variables["SSL_CERT_FILE"] = server.certificate
        let trusting = try live.broadcast("--comments", server.address)
        try live.awaitKept(1)
        _ = try live.stop()
        #expect(try trusting.wait().status == 0)
    }

    @Test(
        "A refused connection and a refusal by HTTP are told, and the recording is not affected",
        .enabled(if: hasServer))
    func unreachable() throws {
        let live = try CommentPlace()
        let server = try CommentServer([.refusal(403)])
        let run = try live.broadcast("--comments", server.address)
        try live.place.await("the refusal: \(run.errors)") {
            run.errors.contains("(HTTP status 403)") && run.errors.contains("comments: refused")
        }
        _ = try live.stop()
        #expect(try run.wait().status == 69)
        server.kill()
        let other = try live.broadcast("--comments", server.address, "--retries", "0")
        try live.place.await("the end: \(other.errors)") { other.errors.contains("ended: nothing listens there") }
        _ = try live.stop()
        let outcome = try other.wait()
        #expect(outcome.status == 69 && outcome.errors.contains("nothing listens there"), "\(outcome.errors)")
    }
}
