import Descriptors
import Glibc
import MediaTime
import ReplayTestSupport
import SystemPackage
import Testing

@testable import ReplayBroadcastHandler

/// Checks the messages between a broadcast and its handler, and the library's end of them.
@Suite struct HandlerMessageTests {
    /// A handler that writes down what it is told.
    private final class Witness: BroadcastSampleHandler {
        private(set) var calls: [String] = []
        var frames: [BroadcastFrame] = []
        var error: (any Error)?

        override func broadcastStarted(setupInfo: BroadcastSetupInfo) { calls.append("started \(setupInfo.values)") }
        override func broadcastPaused() { calls.append("paused") }
        override func broadcastResumed() { calls.append("resumed") }
        override func broadcastFinished() { calls.append("finished \(finishReason?.rawValue ?? "")") }
        override func broadcastAnnotated(_ annotation: BroadcastAnnotation) {
            calls.append("annotated \(annotation.time) \(annotation.text ?? "")")
        }
        override func process(_ sampleBuffer: BroadcastSampleBuffer, kind: BroadcastSampleKind) {
            calls.append("\(kind) \(sampleBuffer.time)")
            if case .audio(let audio) = sampleBuffer { calls.append("\(audio.samples)") }
            if let error { finish(with: error) }
        }
    }

    private struct Refusal: Error, CustomStringConvertible { var description: String { "refused" } }

    private func send(_ event: HandlerEvent, data: [Float]? = nil, to socket: PacketSocket) throws {
        let bytes = data?.withUnsafeBytes { PacketSocket.encode(event, data: $0) } ?? PacketSocket.encode(event)
        #expect(try socket.send(bytes, waits: true))
    }

    private func sample(_ values: [Float]) -> HandlerEvent {
        var event = HandlerEvent(.sample)
        (event.kind, event.time) = (.microphone, SampleTime(MediaTime(value: 1024, timescale: 48_000)))
        event.audio = AudioLayout(sampleRate: 48_000, channels: 1, count: values.count)
        return event
    }

    @Test("A handler of the library is told everything in order, and answers")
    func calls() throws {
        let (ours, theirs) = try #require(PacketSocket.pair())
        var started = HandlerEvent(.started)
        started.setup = BroadcastSetupInfo(
            recording: "r", name: "n", tracks: [], values: ["a": "1"], memoryLimit: 50_000_000)
        var mark = HandlerEvent(.annotated)
        (mark.time, mark.text) = (SampleTime(.seconds(2)), "here")
        var end = HandlerEvent(.finished)
        end.reason = .recordingEnded
        try send(started, to: ours)
        try send(sample([0.5, -0.25]), data: [0.5, -0.25], to: ours)
        // A message whose data does not match is ignored.
        try send(sample([0.5, -0.25]), data: [0.5], to: ours)
        for event in [HandlerEvent(isPaused: true, cause: .recording), .init(isPaused: false, cause: .recording)] {
            try send(event, to: ours)
        }
        try send(mark, to: ours)
        try send(end, to: ours)
        let handler = Witness()
        #expect(handler.run(HandlerConnection(theirs)))
        #expect(
            handler.calls == [
                #"started ["a": "1"]"#, "microphone 1024/48000", "[0.5, -0.25]", "paused", "resumed",
                "annotated 2/1 here", "finished recordingEnded",
            ])
        #expect(try ours.receive(waits: false)?.bytes == Array(#"{"ready":1}"#.utf8))
    }

    @Test("An error ends the broadcast and the handler")
    func finishing() throws {
        let (ours, theirs) = try #require(PacketSocket.pair())
        for _ in 0..<2 { try send(sample([0]), data: [0], to: ours) }
        let handler = Witness()
        handler.error = Refusal()
        #expect(!handler.run(HandlerConnection(theirs)))
        #expect(handler.calls.count == 2)
        #expect(try ours.receive(waits: false) != nil)
        #expect(try ours.receive(waits: false)?.bytes == Array(#"{"finish":"refused"}"#.utf8))
    }

    @Test("A message beyond the limit and a closed connection are errors; an empty socket is none")
    func socket() throws {
        let (ours, theirs) = try #require(PacketSocket.pair())
        #expect(try ours.receive(waits: false) == nil)
        #expect(try theirs.send(Array(repeating: 1, count: 100), waits: true))
        #expect(throws: Errno.messageTooLong) { try ours.receive(maxLength: 99, waits: false) }
        let other = PacketSocket.pair()?.0
        #expect(throws: Errno.brokenPipe) { _ = try other?.receive(waits: true) }
    }

    @Test("A descriptor is passed with a message, and closed by its owner")
    func descriptors() throws {
        let (ours, theirs) = try #require(PacketSocket.pair())
        let file = try FileDescriptor.open("/dev/zero", .readOnly)
        defer { try? file.close() }
        #expect(try ours.send([7], descriptor: file, waits: true))
        let packet = try #require(try theirs.receive(waits: true))
        #expect(packet.bytes == [7])
        let passed = try #require(packet.descriptor)
        var byte: UInt8 = 9
        #expect(read(passed.descriptor.rawValue, &byte, 1) == 1 && byte == 0)
    }

    @Test("Layouts whose planes lie inside the memory are valid")
    func layouts() {
        let layout = FrameLayout(buffer: 0, width: 1366, height: 768)
        #expect(layout.isValid && layout.planes.allSatisfy { $0.stride % 32 == 0 })
        func changed(_ change: (inout FrameLayout) -> Void) -> Bool {
            var copy = layout
            change(&copy)
            return copy.isValid
        }
        #expect(!changed { $0.size -= 200 } && !changed { $0.planes[2].offset += 200 } && !changed { $0.planes = [] })
        #expect(!changed { $0.planes[0].stride = .max } && !changed { $0.planes[0].offset = -1 })
        #expect(!changed { $0.planes[0].height = .max } && !changed { $0.size = .max } && !changed { $0.buffer = -1 })
        #expect(!changed { $0.width = 0 } && !changed { $0.format = "nv12" })
    }
}
