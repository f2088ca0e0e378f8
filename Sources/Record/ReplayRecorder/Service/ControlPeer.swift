import Glibc
import ReplayControl
import SystemPackage

/// One connection to a recorder: the program that began the recording, or another terminal.
///
/// The recorder never waits for it: what it does not take at once is kept, and no request of it is read meanwhile.
final class ControlPeer {
    private let socket: LineSocket
    private var buffer: [UInt8] = []
    private var unsent: ArraySlice<UInt8> = []
    private var isGone = false

    let isOwner: Bool
    var isWatching: Bool

    /// How much is read at once, in bytes: a peer that sends without end gets its turn as the others do.
    private static let maxTurn = 4 << 10

    init(_ socket: LineSocket, isOwner: Bool, isWatching: Bool) {
        self.socket = socket
        self.isOwner = isOwner
        self.isWatching = isWatching
    }

    var descriptor: FileDescriptor { socket.descriptor }

    /// What to poll for.
    var events: Int16 { Int16(hasUnsent ? POLLOUT : POLLIN) }

    /// Whether there is something that the peer has not taken yet.
    var hasUnsent: Bool { !unsent.isEmpty && !isGone }

    /// Sends a reply, or keeps it until the peer takes it. A peer that has gone is noticed when it is next read.
    func send(_ reply: ControlReply) {
        unsent += ControlLine.encode(reply)
        sendUnsent()
    }

    /// Sends what the next one makes up for; a peer that does not read, as one that is suspended, misses it.
    func offer(_ reply: ControlReply) {
        if unsent.isEmpty { send(reply) }
    }

    /// Sends as much of what was kept as the peer takes.
    func sendUnsent() {
        guard hasUnsent else { return }
        guard let count = socket.sendNow(unsent) else { return isGone = true }
        unsent = count == unsent.count ? [] : unsent.dropFirst(count)
    }

    /// Says that a request cannot be fulfilled, and why.
    func refuse(_ message: String, kind: RecorderError.Kind = .invalid) {
        send(ControlReply(failed: .init(message: message, kind: kind)))
    }

    /// To be called where there is something to read.
    /// - Returns: the requests that came, nil for one that is not understood; nil where the peer has gone.
    func receive() -> [ControlRequest?]? {
        isGone ? nil : socket.receive(&buffer, limit: Self.maxTurn)?.map { ControlLine.decode($0) }
    }
}
