package import Descriptors
import Glibc
package import SystemPackage

/// A connected Unix socket that carries lines.
///
/// `Sendable`: the kernel's calls on a descriptor are thread-safe.
package final class LineSocket: Sendable {
    private let socket: OwnedDescriptor

    /// To wait for.
    package var descriptor: FileDescriptor { socket.descriptor }

    /// More than any message of ours; a peer that sends more without a line's end is cut off.
    package static let maxLineLength = 64 << 10

    package init(_ socket: OwnedDescriptor) { self.socket = socket }

    /// Two that are connected with each other.
    /// - Returns: nil where there is no descriptor left.
    package static func pair() -> (LineSocket, LineSocket)? {
        var ends: [CInt] = [-1, -1]
        let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0, let one = OwnedDescriptor(ends[0]),
            let other = OwnedDescriptor(ends[1])
        else { return nil }
        return (LineSocket(one), LineSocket(other))
    }

    /// Sets how long `connect` and `send` wait for a peer, in milliseconds, at least 1.
    func limitWait(to milliseconds: Int64) {
        let milliseconds = Int(clamping: max(1, milliseconds))
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor.rawValue, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a line; waits for a peer that does not read, as long as `limitWait(to:)` allows.
    /// - Returns: false where the peer has gone or does not read.
    @discardableResult
    package func send(_ line: [UInt8]) -> Bool {
        var rest = line[...]
        while !rest.isEmpty {
            guard let count = send(some: rest, flags: Int32(MSG_NOSIGNAL)), count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends as much as the peer takes now; never waits.
    /// - Returns: how many bytes that were; nil where the peer has gone.
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

    /// Takes what has come, or waits for something.
    /// - Parameters:
    ///   - buffer: what has been read of a line that has not ended yet.
    ///   - limit: how many bytes are taken at most.
    ///   - maxLength: of a line, in bytes.
    /// - Returns: the lines that have ended; nil at the end of the stream.
    package func receive(
        _ buffer: inout [UInt8], limit: Int = 16 << 10, maxLength: Int = maxLineLength
    ) -> [ArraySlice<UInt8>]? {
        let part = [UInt8](unsafeUninitializedCapacity: limit) { bytes, count in
            // What cannot be read is an end like another.
            count = (try? descriptor.read(into: UnsafeMutableRawBufferPointer(bytes))) ?? 0
        }
        guard !part.isEmpty, buffer.count + part.count <= maxLength else { return nil }
        buffer += part
        var lines = buffer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        buffer = lines.popLast().map(Array.init) ?? []
        return lines.filter { !$0.isEmpty }
    }

    /// Waits for the first line.
    /// - Returns: nil where the stream ends before.
    package func receiveLine(_ buffer: inout [UInt8], maxLength: Int = maxLineLength) -> ArraySlice<UInt8>? {
        while let lines = receive(&buffer, maxLength: maxLength) {
            if let line = lines.first { return line }
        }
        return nil
    }
}
