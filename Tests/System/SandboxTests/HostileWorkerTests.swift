import Files
import Foundation
import ReplayTestSupport
import Testing
import Workers
import replay_probe

/// A parent whose worker was taken over and sends what it likes.
struct HostileWorkerTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory("hostile") }

    /// Runs a task with a worker that is a Python program.
    /// - Parameter body: What the program does with `s`, its socket to the parent, after it has received the order.
    private func run(_ body: String) throws -> ProbeTask.Output {
        let script = """
            #!/usr/bin/python3
            import array, os, socket, sys, time
            s = socket.socket(fileno=3)
            s.recv(65536)
            \(body)
            """
        let program = folder.path("worker")
        try script.write(toFile: program, atomically: false, encoding: .utf8)
        chmod(program, 0o700)
        let worker = try WorkerProcess(
            ProbeTask(.readFile, path: "", movie: ""), program: program, operation: "read the movie",
            limits: WorkerLimits(inputSize: 0), grants: FileGrants())
        return try worker.run()
    }

    @Test(arguments: [
        ("s.send(b'{')", WorkerError.Reason.invalidMessage),
        ("s.send(b'[]')", .invalidMessage),
        ("s.send(b'{\"request\":{}}')", .invalidMessage),
        ("s.send(b'{\"unknown\":{\"_0\":1}}')", .invalidMessage),
        ("s.send(os.urandom(60000))", .invalidMessage),
        ("s.send(b'{\"finished\":{}}')", .invalidMessage),
        ("s.send(b'{\"output\":{}}\\n{\"code\":\"x\"}'); s.send(b'{\"finished\":{}}')", .invalidMessage),
        ("[s.send(b'{\"output\":{}}\\n' + b'0' * 60000) for _ in range(300)]", .invalidMessage),
        // Requests whose replies nobody reads.
        (
            "[s.send(b'{\"request\":{\"_0\":{\"call\":\"open\",\"name\":\"x\",\"flags\":0,\"permissions\":0}}}') for _ in range(10000)]",
            .invalidMessage
        ),
        ("s.send(b'[' * 60000)", .invalidMessage),
        ("s.send(b'{\"amount\":{\"_0\":{\"duration\":1e308,\"framePixels\":1e308}}}'); sys.exit(4)", .ended(code: 4)),
        ("sys.exit(0)", .ended(code: 0)),
        ("os.kill(os.getpid(), 31)", .forbiddenCall), ("os.kill(os.getpid(), 9)", .killed(signal: SIGKILL)),
        ("s.close(); time.sleep(600)", .hung),
    ])
    func `A message that is not understood ends the worker`(_ body: String, _ reason: WorkerError.Reason) throws {
        #expect(#expect(throws: WorkerError.self) { try run(body) }?.reason == reason, "\(body)")
    }

    @Test func `A request for a file that was not granted is refused`() throws {
        let output = try run(
            """
            s.send(b'{"request":{"_0":{"call":"open","name":"/etc/passwd","flags":0,"permissions":0}}}')
            reply, ancillary, _, _ = s.recvmsg(65536, socket.CMSG_LEN(4))
            assert not ancillary, ancillary
            assert b'"code":13' in reply, reply
            s.send(b'{"output":{}}\\n{"code":13,')
            s.send(b'{"output":{}}\\n"streams":0}')
            s.send(b'{"finished":{}}')
            """)
        #expect(output.code == EACCES)
    }

    @Test func `Descriptors that a worker sends are closed`() throws {
        let before = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        _ = try? run(
            """
            for _ in range(200):
                socket.send_fds(s, [b'{"amount":{"_0":{"duration":1,"framePixels":1}}}'], [0, 1, 2])
            """)
        let after = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        // Other tests open files at the same time.
        #expect(after < before + 150)
    }
}
