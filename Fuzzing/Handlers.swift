import Descriptors
import MediaTime

@testable import ReplayBroadcastHandler
@testable import ReplayCast

/// Fuzzes the messages of a handler program, its output, and the messages that it receives.
func fuzzHandler(_ bytes: [UInt8]) {
    var exchange = HandlerExchange(at: HostTime(nanoseconds: 0))
    exchange.receive(bytes, at: HostTime(nanoseconds: 0))
    precondition(exchange.failure != nil || exchange.isReady)
    var log = ProgramLog()
    log.add(bytes)
    precondition(log.lastLine.map { !$0.utf8.contains { $0 < 0x20 } } ?? true)
    var memory = ProcessMemory()
    memory.add(status: bytes)
    guard let (event, data) = PacketSocket.decode(HandlerEvent.self, from: bytes) else { return }
    if let layout = event.frame, layout.isValid {
        for plane in layout.planes {
            precondition(plane.offset + plane.stride * (plane.height - 1) + plane.width <= layout.size)
        }
    }
    if let layout = event.audio, let time = event.time?.time { _ = BroadcastAudio(layout, time: time, data: data) }
}
