import Foundation
import ReplayTestSupport
import Testing

@Suite struct ChildProcessTests {
    @Test("A run that has ended leaves no descriptor open")
    func descriptors() async {
        await #expect(processExitsWith: .success) {
            func run() throws {
                let outcome = try ChildProcess(
                    ["/bin/sh", "-c", "echo said; echo complained >&2; exit 3"], environment: [:]
                ).wait()
                #expect(outcome.status == 3 && outcome.line == "said" && outcome.errors == "complained\n")
            }
            // The first run creates the objects that Foundation keeps.
            try run()
            let before = try openDescriptorCount()
            for _ in 0..<20 { try run() }
            #expect(try openDescriptorCount() == before)
        }
    }

    @Test("What is written to both outputs and not read does not hold a program up")
    func bothOutputs() throws {
        let script = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; head -c 300000 /dev/zero"
        let outcome = try ChildProcess(["sh", "-c", script]).wait()
        #expect(outcome.status == 0 && outcome.data.count == 600_000 && outcome.errors.utf8.count == 300_000)
    }

    @Test("A program is given its folder, its environment and its input, and no other descriptor")
    func surroundings() throws {
        let directory = try TemporaryDirectory()
        let child = try ChildProcess(
            ["sh", "-c", "pwd; echo $NAME; cat; ls /proc/self/fd | wc -l"],
            environment: ["NAME": "value", "PATH": "/usr/bin:/bin"], folder: directory.url, input: .pipe)
        #expect(try child.nextLine() == directory.url.resolvingSymlinksInPath().path)
        #expect(try child.nextLine() == "value")
        try child.write(Array("line\n".utf8))
        #expect(try child.nextLine() == "line")
        child.closeInput()
        // “ls” also opens the folder.
        #expect(try child.nextLine() == "4")
        #expect(throws: ServerError.self) { try child.nextLine() }
        #expect(try child.wait().status == 0)
    }

    @Test("A signal reaches a program, and is its status", arguments: [SIGTERM, SIGHUP, SIGKILL])
    func signals(signal: Int32) throws {
        let child = try ChildProcess(["sleep", "600"])
        child.send(signal)
        #expect(try child.wait().status == -signal)
        child.send(signal)
    }

    @Test("A program that takes too long is killed with what it has started")
    func limit() throws {
        let child = try ChildProcess(["sh", "-c", "sleep 600 & echo $!; wait"])
        let inner = try #require(pid_t(try child.nextLine()))
        #expect(throws: ServerError.self) { try child.wait(limit: 0) }
        // The process that adopts it may not have reaped it yet.
        while let status = try? String(contentsOfFile: "/proc/\(inner)/stat", encoding: .utf8), !status.contains(") Z ")
        {}
        #expect(try child.wait().status == -SIGKILL)
    }

    @Test("A tool has to succeed in silence")
    func tools() throws {
        #expect(try ChildProcess.tool(["echo", "said"]) == Data("said\n".utf8))
        #expect(throws: ServerError.self) { try ChildProcess.tool(["false"]) }
        #expect(throws: ServerError.self) { try ChildProcess.tool(["sh", "-c", "echo complained >&2"]) }
        #expect(throws: ServerError.self) { try ChildProcess.tool(["no-such-program"]) }
    }

    @Test("An output that is streamed is read as it comes, and left when enough is read")
    func streams() throws {
        let child = try ChildProcess(["sh", "-c", "while :; do echo 1234567; done"], output: .streamed)
        var bytes = [UInt8](repeating: 0, count: 80_000)
        #expect(child.read(into: &bytes) == 80_000)
        #expect(bytes.suffix(8) == Array("1234567\n".utf8)[...])
        #expect(try child.wait().status != 0)
    }
}
