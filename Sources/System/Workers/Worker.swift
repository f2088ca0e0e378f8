import Descriptors
import Files
import FoundationEssentials
import Glibc
import Sandbox
import SystemPackage

/// The main function of a worker process.
package enum Worker {
    /// The first argument of a program that runs as a worker.
    package static let argument = "--worker"
    /// The path of the program that runs tasks, or nil if it is not installed.
    package static var program: String? { ProgramPath.sibling("replay-media", variable: "REPLAY_MEDIA") }
    /// The number of the descriptor of the connection to the parent.
    static let socketNumber: CInt = 3

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
            maxProcessorTime: Self.maxProcessorTime, fileSize: fileSize, descriptors: 64)
    }
}
