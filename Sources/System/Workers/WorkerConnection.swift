import Descriptors
package import Files
import Glibc
import Synchronization
package import SystemPackage

/// A worker's connection to its parent, which makes system calls for it and receives its messages.
package final class WorkerConnection: FileBroker {
    /// Requests must not mix, because a reply has no number.
    private let socket: Mutex<PacketSocket>

    init(_ socket: PacketSocket) { self.socket = Mutex(socket) }

    package func perform(_ request: FileRequest, in folder: FileDescriptor?) -> FileReply {
        socket.withLock { socket in
            // A worker without its parent has nobody to report an error to.
            guard send(.request(request), descriptor: folder, on: socket),
                let packet = try? socket.receive(waits: true),
                let (reply, data) = PacketSocket.decode(WorkerReply.self, from: packet.bytes)
            else { _exit(EXIT_FAILURE) }
            // The kernel drops a descriptor that this process cannot have.
            let isDropped = request.call == .open && reply.code == 0 && packet.descriptor == nil
            return FileReply(
                code: isDropped ? EMFILE : reply.code, descriptor: packet.descriptor, status: Stat(bytes: data))
        }
    }

    /// Sends the amount of media that is known so far, from which the limits follow.
    package func send(_ amount: MediaAmount) { send(.amount(amount)) }

    /// Sends the output, in parts that are shorter than the longest packet.
    func send(output: [UInt8]) {
        for start in stride(from: 0, to: output.count, by: Self.partLength) {
            output[start..<min(start + Self.partLength, output.count)].withUnsafeBytes { send(.output, data: $0) }
        }
        send(.finished)
    }

    private static let partLength = PacketSocket.maxLength / 2

    func send(_ message: WorkerMessage, data: UnsafeRawBufferPointer? = nil) {
        socket.withLock { socket in
            if !send(message, data: data, on: socket) { _exit(EXIT_FAILURE) }
        }
    }

    /// - Returns: False if the parent has ended or the message is too long.
    private func send(
        _ message: WorkerMessage, data: UnsafeRawBufferPointer? = nil, descriptor: FileDescriptor? = nil,
        on socket: PacketSocket
    ) -> Bool {
        let bytes = PacketSocket.encode(message, data: data)
        // The worker ends after any error here.
        return (try? socket.send(bytes, descriptor: descriptor, waits: true)) ?? false
    }
}

extension Stat {
    /// Creates a status from the bytes of the C structure. Nil if their number is wrong.
    init?(bytes: ArraySlice<UInt8>) {
        guard bytes.count == MemoryLayout<stat>.size else { return nil }
        var status = stat()
        withUnsafeMutableBytes(of: &status) { $0.copyBytes(from: bytes) }
        self.init(rawValue: status)
    }
}
