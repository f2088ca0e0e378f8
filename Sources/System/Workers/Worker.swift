import Descriptors
import Files
import FoundationEssentials
import Glibc
package import Sandbox
import Synchronization
import SystemPackage

/// The main function of a worker process.
package enum Worker {
    /// The first argument of a program that runs as a worker.
    package static let argument = "--worker"
    /// The path of the program that runs tasks, or nil if it is not installed.
    package static var program: String? { ProgramPath.sibling("replay-media", variable: "REPLAY_MEDIA") }
    /// The variable of the environment that requires a complete sandbox for this process and those that it starts.
    package static let requirement = "REPLAY_REQUIRE_SANDBOX"

    /// Requires a complete sandbox for this process and those that it starts. Call it before other threads exist,
    /// because it sets a variable of the environment.
    package static func requireSandbox() { setenv(requirement, "1", 1) }

    /// True if this process is a worker.
    private static let isWorker = Atomic(false)
    /// The number of the descriptor of the connection to the parent.
    static let socketNumber: CInt = 3

    /// Returns the program for work on the media of other programs, or nil if this process does the work itself.
    /// - Parameters:
    ///   - program: The path of the program, or nil if it is not installed.
    ///   - isRequired: True to require a complete sandbox, as the variable of the environment does.
    /// - Throws: `SandboxError` if a sandbox is required, and the program or a part of the sandbox is missing.
    package static func confined(
        by program: String? = program, isRequired: Bool = false
    ) throws(SandboxError) -> String? {
        // A worker starts no other.
        guard !isWorker.load(ordering: .relaxed) else { return nil }
        guard isRequired || String.variable(requirement) != nil else { return program }
        if program == nil { throw SandboxError(missing: "the program “replay-media” is not installed") }
        if let missing = SandboxSupport.ofKernel.missing.first { throw SandboxError(missing: missing) }
        return program
    }

    /// Runs the task of the parent's order in the sandbox. Call it on the main thread before others start.
    package static func run(_ tasks: [any WorkerTask.Type]) -> Never {
        guard let descriptor = OwnedDescriptor(socketNumber), let packet = receive(PacketSocket(descriptor)),
            let (order, data) = PacketSocket.decode(WorkerOrder.self, from: packet.bytes),
            let task = tasks.first(where: { $0.name == order.task })
        else {
            // If the error cannot be shown, the exit code remains.
            _ = try? FileDescriptor.standardError.writeAll("replay: \(argument) is for Replay’s own use\n".utf8)
            exit(EX_USAGE)
        }
        isWorker.store(true, ordering: .relaxed)
        let connection = WorkerConnection(PacketSocket(descriptor))
        task.prepare()
        do {
            try Sandbox.enter(
                to: .media, limits: order.limits.resources, closingFrom: socketNumber + 1,
                support: order.support ?? .ofKernel)
            FileCalls.use(connection)
            try run(task, from: Data(data), on: connection)
        } catch {
            connection.send(.failed(WorkerFailure(error)))
        }
        exit(EXIT_SUCCESS)
    }

    private static func receive(_ socket: PacketSocket) -> PacketSocket.Packet? {
        // If there is no socket, a user has started the program.
        try? socket.receive(waits: true)
    }

    private static func run<Task: WorkerTask>(
        _ type: Task.Type, from data: Data, on connection: WorkerConnection
    ) throws {
        let output = try JSONDecoder().decode(type, from: data).run(in: connection)
        connection.send(output: [UInt8](try JSONEncoder().encode(output)))
    }
}

extension WorkerLimits {
    /// The limits for the kernel. Each thread of a decoder may hold three frames of 8K.
    var resources: ResourceLimits {
        let frames = UInt64(sysconf(Int32(_SC_NPROCESSORS_CONF))) * 3 * 100 << 20
        return ResourceLimits(
            addressSpace: 2 << 30 + frames, processorTime: processorTime,
            maxProcessorTime: Self.maxProcessorTime, fileSize: fileSize,
            // A worker that serves has a socket for each decoder.
            descriptors: servesRequests ? 1024 : 64)
    }
}
