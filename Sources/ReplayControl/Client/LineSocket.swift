import Glibc

/// A connected Unix socket that carries lines. Owns its descriptor.
///
/// `Sendable`: the descriptor never changes, and the kernel's calls on it are thread-safe.
package final class LineSocket: Sendable {
    package let descriptor: Int32

    /// More than any message of ours; a peer that sends more without a line's end is cut off.
    package static let maxLineLength = 64 << 10

    /// Takes over `descriptor`.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sets how long `connect` and `send` wait for a peer, in milliseconds, at least 1.
    func limitWait(to milliseconds: Int64) {
        let milliseconds = Int(clamping: max(1, milliseconds))
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
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
        while true {
            let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count >= 0 { return count }
            if errno == EAGAIN { return 0 }
            guard errno == EINTR else { return nil }
        }
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
            var result = 0
            repeat { result = recv(descriptor, bytes.baseAddress, bytes.count, 0) } while result < 0 && errno == EINTR
            count = max(0, result)
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
