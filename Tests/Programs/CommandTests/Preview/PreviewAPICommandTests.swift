import Foundation
import ReplayTestSupport
import Testing

/// Checks how the command `replay preview` starts and ends.
@Suite(.timeLimit(.minutes(30))) struct PreviewAPICommandTests {
    @Test("What cannot be previewed is refused with a sentence")
    func refusals() throws {
        let place = try Workplace()
        try place.replay("preview", "nothing", "--no-open").expectComplaint(66, "nothing")
        let usage = try place.replay("preview", "--share", "--no-open")
        #expect(usage.status == 64 && usage.errors.contains("--share requires a recording"))
        #expect(try place.replay("preview", "--port", "70000", "--no-open").status == 64)
        let alone = try place.replay("preview", "--together", "--no-open")
        #expect(alone.status == 64 && alone.errors.contains("--together requires a recording"))
        let id = try place.importMovie(.silent)
        let unasked = try place.replay("preview", id, "--listen", "127.0.0.2", "--no-open")
        #expect(unasked.status == 64 && unasked.errors.contains("--listen requires --together"))
        for address in ["localhost", "1.2.3", "::1", "127.0.0.2:70000"] {
            try place.replay("preview", id, "--together", "--listen", address, "--no-open").expectComplaint(64, address)
        }
        try place.replay("preview", id, "--together", "--listen", "203.0.113.9", "--no-open")
            .expectComplaint(73, "203.0.113.9")
        let run = try PreviewRun(place)
        try place.replay("preview", "--no-open", "--port", "\(run.client.port)")
            .expectComplaint(73, "\(run.client.port)")
    }

    @Test(
        "A signal ends it at once, and it leaves nothing",
        arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func signals(signal: Int32, status: Int32) throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place, id)
        let socket = try run.socket(watching: id)
        _ = try run.client.description(id)
        run.process.send(signal)
        #expect(try socket.next("bye").reason?.isEmpty == false)
        let outcome = try run.wait()
        #expect(outcome.status == status && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try place.names(in: "home/recordings/\(id)").allSatisfy { !$0.contains(".part") && $0 != "proxy.lock" })
        #expect(throws: ServerError.self) { _ = try LocalConnection(port: run.client.port) }
    }

    @Test("Its address is printed, and tells what is shown")
    func address() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place, id, "--share")
        #expect(run.address.hasPrefix("http://127.0.0.1:") && run.address.hasSuffix("/\(id)"))
        #expect(run.client.token.count == 43)
        let plain = try place.start("preview", "--no-open")
        #expect(try plain.nextLine().hasPrefix("http://127.0.0.1:"))
        plain.send(SIGTERM)
        #expect(try plain.wait().status == 143)
        let stranger = PreviewClient(port: run.client.port, token: String(repeating: "A", count: 43))
        try stranger.get("recordings").expectComplaint(401, "token")
    }

    @Test("The address for viewers is printed too, and a network is warned of")
    func viewersAddress() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let here = try place.start("preview", id, "--together", "--no-open")
        let own = try here.nextLine()
        let viewers = try here.nextLine()
        #expect(own.hasSuffix("/\(id)"))
        #expect(viewers.hasPrefix("For viewers: http://127.0.0.1:") && viewers.hasSuffix("/\(id)/watch"))
        here.send(SIGTERM)
        #expect(try here.wait().errors.isEmpty)
        let there = try place.start("preview", id, "--together", "--listen", "127.0.0.2", "--no-open")
        #expect(try there.nextLine().hasPrefix("http://127.0.0.1:"))
        #expect(try there.nextLine().hasPrefix("For viewers: http://127.0.0.2:"))
        there.send(SIGTERM)
        let warning = try there.wait().errors
        #expect(warning.contains("not encrypted") && warning.split(separator: "\n").count == 1, "\(warning)")
    }

    @Test("The browser that it opens is silent, has signals as usual, and does not keep it from ending")
    func browser() throws {
        let place = try Workplace()
        let script = """
            #!/bin/sh
            echo noise; echo noise >&2
            echo "$1" > "\(place.path("opened.new"))"
            echo $$ >> "\(place.path("opened.new"))"
            grep SigIgn /proc/$$/status >> "\(place.path("opened.new"))"
            mv "\(place.path("opened.new"))" "\(place.path("opened"))"
            exec sleep 300
            """
        _ = try place.shell("mkdir bin")
        try script.write(toFile: place.path("bin/xdg-open"), atomically: true, encoding: .utf8)
        _ = try place.shell("chmod +x bin/xdg-open")
        place.variables["PATH"] = place.path("bin") + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "")
        let process = try place.start("preview")
        let address = try process.nextLine()
        // The browser creates this file just before it starts to hang.
        let wait = "for i in $(seq 600); do [ -e opened ] && exit 0; sleep 0.1; done; exit 1"
        #expect(try place.shell(wait).status == 0)
        process.send(SIGINT)
        let outcome = try process.wait()
        #expect(outcome.status == 130 && outcome.errors.isEmpty && outcome.line == address)
        let lines = try String(contentsOfFile: place.path("opened"), encoding: .utf8).split(separator: "\n")
        #expect(lines.first.map(String.init) == address)
        let ignored = lines.last?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
        // Signals below 32 are the user's. The C library uses the others.
        #expect(ignored.map { $0 & 0x7FFF_FFFF } == 0)
        kill(try #require(pid_t(lines[1])), SIGKILL)
    }

    @Test("A preview of a library that is empty, or is not there yet, shows none")
    func emptyLibrary() throws {
        let place = try Workplace()
        let run = try PreviewRun(place)
        #expect(try run.client.library().isEmpty)
        let socket = try run.socket()
        let id = try place.importMovie(.silent)
        try socket.next("library")
        #expect(try run.client.library().map(\.id) == [id])
    }

    @Test("Without its program the command says what is missing; REPLAY_PREVIEW names it")
    func program() throws {
        let place = try Workplace()
        _ = try place.shell("mkdir bin; cp -L \"$REPLAY\" bin/replay")
        let copy = try place.start(command: [place.path("bin/replay"), "preview", "--no-open"]).wait()
        copy.expectComplaint(69, "replay-preview", "REPLAY_PREVIEW")
        place.variables["REPLAY_PREVIEW"] = place.path("none")
        try place.replay("preview", "--no-open").expectComplaint(69, "none")
        try "#!/bin/sh\necho mine \"$@\"\n".write(toFile: place.path("own"), atomically: true, encoding: .utf8)
        _ = try place.shell("chmod +x own")
        place.variables["REPLAY_PREVIEW"] = place.path("own")
        #expect(try place.replay("preview", "--no-open").line == "mine preview --no-open")
    }
}
