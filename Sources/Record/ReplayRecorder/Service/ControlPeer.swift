import ReplayControl

/// A connection to a recorder: that of the program that began the recording, or another one.
typealias ControlPeer = LinePeer<ControlRequest, ControlReply>

extension LinePeer where Reply == ControlReply {
    /// Sends an error: the request cannot be fulfilled.
    func refuse(_ message: String, kind: RecorderError.Kind = .invalid) {
        send(ControlReply(failed: .init(message: message, kind: kind)))
    }
}
