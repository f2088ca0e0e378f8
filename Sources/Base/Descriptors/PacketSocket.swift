import CLinux
import FoundationEssentials
import Glibc
import Synchronization
package import SystemPackage

/// One end of a socket between two processes. It carries packets (`SOCK_SEQPACKET`): a JSON object, perhaps a line feed
/// and binary data, and perhaps a descriptor.
///
/// The type is `Sendable` because system calls on a descriptor are thread-safe.
package final class PacketSocket: Sendable {
    /// A received packet.
    package struct Packet {
        package var bytes: [UInt8]
        package var descriptor: OwnedDescriptor?
    }

    /// The owner of the descriptor.
    package let socket: OwnedDescriptor

    private let wasShutDown = Atomic(false)

    /// The maximum length of a packet, in bytes.
    package static let maxLength = 64 << 10

    package init(_ socket: OwnedDescriptor) { self.socket = socket }

    /// The socket's descriptor, for polling.
    package var descriptor: FileDescriptor { socket.descriptor }

    /// Creates two sockets that are connected with each other.
    /// - Returns: Nil if no descriptor is available.
    package static func pair() -> (PacketSocket, PacketSocket)? {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0, let one = OwnedDescriptor(ends[0]),
            let other = OwnedDescriptor(ends[1])
        else { return nil }
        return (PacketSocket(one), PacketSocket(other))
    }

    /// Closes this end at once.
    package func close() {
        // Nothing is lost: what was sent is with the peer.
        try? socket.close()
    }

    /// Ends the connection. The descriptor stays open, so other threads may still use this object.
    package func shutdown() {
        wasShutDown.store(true, ordering: .relaxed)
        Glibc.shutdown(descriptor.rawValue, CInt(SHUT_RDWR))
    }

    /// True if this process has ended the connection.
    package var isShutDown: Bool { wasShutDown.load(ordering: .relaxed) }

    /// Waits for a packet, or for the peer to close its end.
    /// - Parameter milliseconds: The timeout; negative to wait without one.
    /// - Returns: False after the timeout.
    package func isReadable(within milliseconds: Int32) -> Bool {
        var polled = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        return SystemCall.retrying { poll(&polled, 1, milliseconds) } != 0
    }

    /// Sends a packet.
    /// - Parameter waits: True to wait until the peer has room.
    /// - Returns: False if the peer has no room.
    /// - Throws: `Errno`, such as `.brokenPipe` if the peer has closed its end.
    package func send(_ bytes: [UInt8], descriptor passed: FileDescriptor? = nil, waits: Bool) throws(Errno) -> Bool {
        let flags = waits ? 0 : Int32(MSG_DONTWAIT)
        let count = SystemCall.retrying {
            replay_send(descriptor.rawValue, bytes, bytes.count, passed?.rawValue ?? -1, flags)
        }
        if count >= 0 { return true }
        guard errno == EAGAIN else { throw Errno(rawValue: errno) }
        return false
    }

    /// Receives a packet.
    /// - Parameters:
    ///   - maxLength: The maximum length of the packet. A longer packet is an error.
    ///   - waits: True to wait for a packet.
    /// - Returns: Nil if there is no packet.
    /// - Throws: `Errno`: `.brokenPipe` if the peer has closed its end, `.messageTooLong`.
    package func receive(maxLength: Int = maxLength, waits: Bool) throws(Errno) -> Packet? {
        var (number, count, code) = (Int32(-1), 0, Int32(0))
        let bytes = [UInt8](unsafeUninitializedCapacity: maxLength) { buffer, filled in
            count = SystemCall.retrying {
                replay_receive(
                    descriptor.rawValue, buffer.baseAddress, maxLength, &number,
                    waits ? 0 : Int32(MSG_DONTWAIT))
            }
            code = errno
            filled = max(0, count)
        }
        // An empty packet may have a descriptor too, which is closed.
        let passed = OwnedDescriptor(number)
        if count < 0, code == EAGAIN { return nil }
        guard count >= 0 else { throw Errno(rawValue: code) }
        guard count > 0 else { throw .brokenPipe }
        return Packet(bytes: bytes, descriptor: passed)
    }
}

extension PacketSocket {
    /// Returns the bytes of a message with the data that follows it.
    package static func encode(_ message: some Encodable, data: UnsafeRawBufferPointer? = nil) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Values of these types always encode. The receiver refuses an empty packet.
        let json = (try? encoder.encode(message)).map([UInt8].init) ?? []
        return data.map { json + [UInt8(ascii: "\n")] + $0 } ?? json
    }

    /// Returns the message of a packet, and the data that follows it. Nil if it is not understood.
    package static func decode<Message: Decodable>(
        _ type: Message.Type, from bytes: [UInt8]
    ) -> (message: Message, data: ArraySlice<UInt8>)? {
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        // The caller handles a message that is not understood.
        guard let message = try? JSONDecoder().decode(type, from: Data(bytes[..<end])) else { return nil }
        return (message, bytes[min(end + 1, bytes.endIndex)...])
    }
}
