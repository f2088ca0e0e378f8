import Glibc
package import SystemPackage

/// A connection of a process that takes requests: that of the program that started the process, or another one.
///
/// The process never waits for a peer. Data that the peer does not accept at once is kept, and no request of the peer
/// is read until it is sent.
package final class LinePeer<Request: Decodable, Reply: Encodable> {
    private let socket: LineSocket
    private var buffer: [UInt8] = []
    private var unsent: ArraySlice<UInt8> = []
    private var isGone = false

    /// True for the program that started the process.
    package let isOwner: Bool
    package var isWatching: Bool

    /// The maximum number of bytes to read at once, so that a peer that sends without pause does not delay the others.
    private static var maxTurn: Int { 4 << 10 }

    package init(_ socket: LineSocket, isOwner: Bool, isWatching: Bool) {
        self.socket = socket
        self.isOwner = isOwner
        self.isWatching = isWatching
    }

    package var descriptor: FileDescriptor { socket.descriptor }

    /// The events to poll for.
    package var events: Int16 { Int16(hasUnsent ? POLLOUT : POLLIN) }

    /// True if the peer has not yet accepted some data.
    package var hasUnsent: Bool { !unsent.isEmpty && !isGone }

    /// Sends a reply, or keeps it until the peer accepts it. A closed connection is noticed at the next read.
    package func send(_ reply: Reply) {
        unsent += ControlLine.encode(reply)
        sendUnsent()
    }

    /// Sends a reply that the next one supersedes. A peer that does not read, such as a suspended program, misses it.
    package func offer(_ reply: Reply) {
        if unsent.isEmpty { send(reply) }
    }

    /// Sends as much of the kept data as the peer accepts.
    package func sendUnsent() {
        guard hasUnsent else { return }
        guard let count = socket.sendNow(unsent) else { return isGone = true }
        unsent = count == unsent.count ? [] : unsent.dropFirst(count)
    }

    /// Receives requests. Call it when the connection is readable.
    /// - Returns: The requests, with nil for one that is not understood. Nil if the peer has closed the connection.
    package func receive() -> [Request?]? {
        isGone ? nil : socket.receive(&buffer, limit: Self.maxTurn)?.map { ControlLine.decode($0) }
    }
}
