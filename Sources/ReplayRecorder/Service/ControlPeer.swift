/// One connection to a recorder: the program that began the recording, or another terminal.
final class ControlPeer {
    private let socket: LineSocket
    private var buffer: [UInt8] = []

    let isOwner: Bool
    var isWatching: Bool

    init(_ socket: LineSocket, isOwner: Bool, isWatching: Bool) {
        self.socket = socket
        self.isOwner = isOwner
        self.isWatching = isWatching
    }

    var descriptor: Int32 { socket.descriptor }

    /// A peer that has gone is noticed when it is next read.
    func send(_ reply: ControlReply) { socket.send(ControlLine.encode(reply)) }

    /// Sends what the next one makes up for; a peer that does not read, as one that is suspended, misses it.
    func offer(_ reply: ControlReply) { socket.send(ControlLine.encode(reply), waits: false) }

    /// Says that a request cannot be fulfilled, and why.
    func refuse(_ message: String) { send(ControlReply(failed: .init(message: message, kind: .invalid))) }

    /// - Returns: the requests that came, nil for one that is not understood; nil where the peer has gone.
    func receive() -> [ControlRequest?]? {
        socket.receive(&buffer)?.map { ControlLine.decode($0) }
    }
}
