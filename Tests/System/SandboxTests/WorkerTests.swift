import Files
import Foundation
import ReplayTestSupport
import Sandbox
import Testing
import Workers
import replay_probe

/// Attempts to leave the sandbox, from within a decoder's callback.
struct WorkerTests {
    private let folder: TemporaryDirectory
    private var secret: String { folder.path("secret.txt") }

    init() throws {
        folder = try TemporaryDirectory("worker")
        try "secret".write(toFile: secret, atomically: false, encoding: .utf8)
    }

    /// The sandbox of this kernel, and that of a kernel without Landlock.
    private static let supports: [SandboxSupport] = [
        .ofKernel, SandboxSupport(landlockVersion: 0, filtersCalls: true),
    ]

    private func run(
        _ probe: Probe, support: SandboxSupport?, limits: WorkerLimits = WorkerLimits(inputSize: 0)
    ) throws -> ProbeTask.Output {
        let movie = ProjectFolder.path("SampleMedia/typing.mp4")
        var grants = FileGrants()
        grants.grant(movie, for: .reading)
        let worker = try WorkerProcess(
            ProbeTask(probe, path: secret, movie: movie),
            program: BuiltProgram.folder.appending(path: "replay-probe").path, operation: "read the movie",
            limits: limits, grants: grants, support: support)
        return try worker.run()
    }

    @Test(arguments: supports, Probe.attempts)
    func `A decoder cannot leave its sandbox`(_ support: SandboxSupport, _ probe: Probe) throws {
        do {
            let output = try run(probe, support: support)
            #expect([EACCES, EPERM, ENOSYS].contains(output.code), "\(probe): \(output.code)")
            #expect(output.streams == 3)
        } catch let error as WorkerError {
            #expect(error.reason == .forbiddenCall, "\(probe)")
            #expect(Probe.deadly.contains(probe))
        }
        #expect(try String(contentsOfFile: secret, encoding: .utf8) == "secret")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["secret.txt"])
    }

    /// Without it, a probe that always fails would prove nothing.
    @Test(arguments: Probe.attempts.filter { !Probe.impossible.contains($0) })
    func `The same attempts succeed without a sandbox`(_ probe: Probe) throws {
        let output = try run(probe, support: SandboxSupport(landlockVersion: 0, filtersCalls: false))
        #expect(output.code == 0, "\(probe)")
    }

    @Test func `A worker that ends without a result is an error that says why`() throws {
        var limits = WorkerLimits(inputSize: 0)
        limits.processorTime = 1
        let cases: [(Probe, WorkerError.Reason)] = [
            (.crash, .crashed(signal: SIGSEGV)), (.loop, .processorTime), (.exit, .ended(code: 3)),
        ]
        for (probe, reason) in cases {
            let error = #expect(throws: WorkerError.self) { try run(probe, support: nil, limits: limits) }
            #expect(error?.reason == reason)
            #expect(error?.category == .badData)
        }
    }

    @Test func `Memory is limited`() throws {
        #expect(try run(.allocate, support: nil).code == ENOMEM)
    }

    @Test func `Each start of a worker succeeds`() throws {
        // A thousand in `make torture`.
        let table = TortureTable()
        for _ in 0..<40 * TortureTable.factor {
            let code = try run(.readFile, support: nil).code
            #expect(code == EACCES)
            table.note("start of a worker", loss: code == EACCES ? 0 : nil)
        }
        table.report()
    }
}
