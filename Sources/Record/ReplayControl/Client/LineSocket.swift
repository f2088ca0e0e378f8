package import Descriptors
import Glibc
package import SystemPackage

/// A connected Unix socket that carries lines.
///
/// The type is `Sendable` because system calls on a descriptor are thread-safe.
package final class LineSocket: Sendable {
    private let socket: OwnedDescriptor

    /// The socket's descriptor, for polling.
    package var descriptor: FileDescriptor { socket.descriptor }

    /// The longest accepted line, in bytes. No message of Replay's is longer. A peer that sends more without a line
    /// break is disconnected.
    package static let maxLineLength = 64 << 10

    package init(_ socket: OwnedDescriptor) { self.socket = socket }

    /// Creates two sockets that are connected with each other.
    /// - Returns: Nil if no descriptor is available.
    package static func pair() -> (LineSocket, LineSocket)? {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0, let one = OwnedDescriptor(ends[0]),
            let other = OwnedDescriptor(ends[1])
        else { return nil }
        return (LineSocket(one), LineSocket(other))
    }

    /// Sets the time limit for `connect` and `send`, in milliseconds, at least 1.
    func limitWait(to milliseconds: Int64) {
        let milliseconds = Int(clamping: max(1, milliseconds))
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a line. If the peer does not read, waits as long as `limitWait(to:)` allows.
    /// - Returns: False if the peer has closed the connection or does not read.
    @discardableResult
    package func send(_ line: [UInt8]) -> Bool {
        var rest = line[...]
        while !rest.isEmpty {
            guard let count = send(some: rest, flags: Int32(MSG_NOSIGNAL)), count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends as many bytes as the peer accepts without waiting.
    /// - Returns: The number of bytes sent, or nil if the peer has closed the connection.
    package func sendNow(_ bytes: ArraySlice<UInt8>) -> Int? {
        send(some: bytes, flags: Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    private func send(some bytes: ArraySlice<UInt8>, flags: Int32) -> Int? {
        let count = bytes.withUnsafeBytes { bytes in
            SystemCall.retrying { Glibc.send(descriptor.rawValue, bytes.baseAddress, bytes.count, flags) }
        }
        if count >= 0 { return count }
        return errno == EAGAIN ? 0 : nil
    }

    /// Receives the available bytes, or waits for some.
    /// - Parameters:
    ///   - buffer: The bytes received so far of an incomplete line.
    ///   - limit: The maximum number of bytes to receive.
    ///   - maxLength: The maximum length of a line, in bytes.
    /// - Returns: The complete lines, or nil at the end of the stream or if a line is too long.
    package func receive(
        _ buffer: inout [UInt8], limit: Int = 16 << 10, maxLength: Int = maxLineLength
    ) -> [ArraySlice<UInt8>]? {
        let part = [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
            // A read error counts as the end of the stream.
            count = (try? descriptor.read(into: UnsafeMutableRawBufferPointer(bytes))) ?? 0
        }
        guard !part.isEmpty, buffer.count + part.count <= maxLength else { return nil }
        buffer += part
        var lines = buffer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        buffer = lines.popLast().map(Array.init) ?? []
        return lines.filter { !$0.isEmpty }
    }

    /// Waits for the first line. Further lines that arrive with it are dropped.
    /// - Returns: Nil if the stream ends before.
    package func receiveLine(_ buffer: inout [UInt8], maxLength: Int = maxLineLength) -> ArraySlice<UInt8>? {
        while let lines = receive(&buffer, maxLength: maxLength) {
            if let line = lines.first { return line }
        }
        return nil
    }
}
