import Descriptors
import Glibc
import Synchronization

/// The handler's end of the connection to the broadcast.
final class HandlerConnection: Sendable {
    /// A message of the broadcast.
    enum Message: Sendable {
        case started(BroadcastSetupInfo)
        case sample(BroadcastSampleBuffer, BroadcastSampleKind)
        case paused, resumed
        case annotated(BroadcastAnnotation)
        case finished(BroadcastFinishReason)
    }

    private let socket: PacketSocket
    private let isEnding = Atomic(false)

    init(_ socket: PacketSocket) { self.socket = socket }

    /// True if the handler has ended the broadcast.
    var isFinished: Bool { isEnding.load(ordering: .relaxed) }

    /// Ends the broadcast for a reason, which is cut after 500 Unicode scalars.
    func finish(_ reason: String) {
        guard !isEnding.exchange(true, ordering: .relaxed) else { return }
        send(HandlerRequest(finish: String(String.UnicodeScalarView(reason.unicodeScalars.prefix(500)))))
    }

    /// Sends a message. If the broadcast is gone, the next `next()` returns nil.
    func send(_ request: HandlerRequest) {
        // The end of the connection is noticed by the reader.
        _ = try? socket.send(PacketSocket.encode(request), waits: true)
    }

    /// Waits for the next message. Returns nil if the broadcast has closed the connection.
    func next() -> Message? {
        // A broadcast that is gone and one that sends garbage are alike: nothing can follow.
        while let packet = try? socket.receive(waits: true) {
            guard let (event, data) = PacketSocket.decode(HandlerEvent.self, from: packet.bytes) else { continue }
            // Later versions may have other messages.
            if let message = message(event, data: data, packet: packet) { return message }
        }
        return nil
    }

    private func message(_ event: HandlerEvent, data: ArraySlice<UInt8>, packet: PacketSocket.Packet) -> Message? {
        switch event.event {
        case .started: event.setup.map { .started($0) }
        case .sample: sample(event, data: data, packet: packet)
        case .paused: .paused
        case .resumed: .resumed
        case .annotated: event.time?.time.map { .annotated(BroadcastAnnotation(time: $0, text: event.text)) }
        case .finished: event.reason.map { .finished($0) }
        }
    }

    private func sample(_ event: HandlerEvent, data: ArraySlice<UInt8>, packet: PacketSocket.Packet) -> Message? {
        guard let kind = event.kind, let time = event.time?.time else { return nil }
        if let layout = event.audio {
            return BroadcastAudio(layout, time: time, data: data).map { .sample(.audio($0), kind) }
        }
        guard let layout = event.frame, let file = packet.descriptor else { return nil }
        let frame = BroadcastFrame(layout, time: time, file: file) { [self] in send(HandlerRequest(release: $0)) }
        return frame.map { .sample(.video($0), kind) }
    }
}
