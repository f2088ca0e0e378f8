import Glibc
import ReplayControl
import SystemPackage

/// A connection to a recorder: that of the program that began the recording, or another one.
///
/// The recorder never waits for a peer. Data that the peer does not accept at once is kept, and no request of the peer
/// is read until it is sent.
final class ControlPeer {
    private let socket: LineSocket
    private var buffer: [UInt8] = []
    private var unsent: ArraySlice<UInt8> = []
    private var isGone = false

    let isOwner: Bool
    var isWatching: Bool

    /// The maximum number of bytes to read at once, so that a peer that sends without pause does not delay the others.
    private static let maxTurn = 4 << 10

    init(_ socket: LineSocket, isOwner: Bool, isWatching: Bool) {
        self.socket = socket
        self.isOwner = isOwner
        self.isWatching = isWatching
    }

    var descriptor: FileDescriptor { socket.descriptor }

    /// The events to poll for.
    var events: Int16 { Int16(hasUnsent ? POLLOUT : POLLIN) }

    /// True if the peer has not yet accepted some data.
    var hasUnsent: Bool { !unsent.isEmpty && !isGone }

    /// Sends a reply, or keeps it until the peer accepts it. A closed connection is noticed at the next read.
    func send(_ reply: ControlReply) {
        unsent += ControlLine.encode(reply)
        sendUnsent()
    }

    /// Sends a reply that the next one supersedes. A peer that does not read, such as a suspended program, misses it.
    func offer(_ reply: ControlReply) {
        if unsent.isEmpty { send(reply) }
    }

    /// Sends as much of the kept data as the peer accepts.
    func sendUnsent() {
        guard hasUnsent else { return }
        guard let count = socket.sendNow(unsent) else { return isGone = true }
        unsent = count == unsent.count ? [] : unsent.dropFirst(count)
    }

    /// Sends an error: the request cannot be fulfilled.
    func refuse(_ message: String, kind: RecorderError.Kind = .invalid) {
        send(ControlReply(failed: .init(message: message, kind: kind)))
    }

    /// Receives requests. Call it when the connection is readable.
    /// - Returns: The requests, with nil for one that is not understood. Nil if the peer has closed the connection.
    func receive() -> [ControlRequest?]? {
        isGone ? nil : socket.receive(&buffer, limit: Self.maxTurn)?.map { ControlLine.decode($0) }
    }
}
