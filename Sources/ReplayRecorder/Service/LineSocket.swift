import Glibc

/// A connected Unix socket that carries lines. Owns its descriptor.
///
/// `Sendable`: the descriptor never changes, and the kernel's calls on it are thread-safe.
package final class LineSocket: Sendable {
    package let descriptor: Int32

    /// More than any message of ours; a peer that sends more without a line's end is cut off.
    private static let longestLine = 64 << 10

    /// Takes over `descriptor`.
    package init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Sets how long `send` waits for a peer that does not read, in milliseconds.
    func limitPatience(to milliseconds: Int) {
        var patience = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Sends a line as far as the peer takes it.
    ///
    /// - Parameter waits: whether to wait for a peer that does not read. The kernel takes a line of ours wholly or not.
    /// - Returns: false where the peer has gone or does not read.
    @discardableResult
    package func send(_ line: [UInt8], waits: Bool = true) -> Bool {
        let flags = Int32(MSG_NOSIGNAL | (waits ? 0 : MSG_DONTWAIT))
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Takes what has come, or waits for something.
    /// - Parameter buffer: what has been read of a line that has not ended yet.
    /// - Returns: the lines that have ended; nil at the end of the stream.
    package func receive(_ buffer: inout [UInt8]) -> [ArraySlice<UInt8>]? {
        let part = [UInt8](unsafeUninitializedCapacity: 16 << 10) { bytes, count in
            count = max(0, recv(descriptor, bytes.baseAddress, bytes.count, 0))
        }
        guard !part.isEmpty, buffer.count + part.count <= Self.longestLine else { return nil }
        buffer += part
        var lines = buffer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        buffer = lines.popLast().map(Array.init) ?? []
        return lines.filter { !$0.isEmpty }
    }
}
