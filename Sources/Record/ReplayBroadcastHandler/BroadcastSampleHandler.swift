import Descriptors
import Glibc
@_exported public import MediaTime
import SystemPackage

/// A program that receives the sample buffers of a broadcast in real time, the counterpart of ReplayKit's broadcast
/// upload extension.
///
/// Subclass it, mark the subclass with `@main`, and start the program with `replay broadcast ./PROGRAM`. All functions
/// are called on the main thread, one after another. A handler that is slow receives fewer frames, but all audio. One
/// that takes nothing for 8 s is ended.
open class BroadcastSampleHandler {
    private var connection: HandlerConnection?

    /// The reason for the end, which is set before ``broadcastFinished()`` is called.
    public internal(set) final var finishReason: BroadcastFinishReason?

    /// Creates the handler, before the broadcast has begun.
    public required init() {}

    /// Called before the first sample buffer.
    open func broadcastStarted(setupInfo: BroadcastSetupInfo) {}

    /// Called when the recorder or the broadcast is paused.
    open func broadcastPaused() {}

    /// Called when the recorder or the broadcast continues.
    open func broadcastResumed() {}

    /// Called when the user has set a mark, before the sample buffers of its time or later.
    open func broadcastAnnotated(_ annotation: BroadcastAnnotation) {}

    /// Called after the last sample buffer. The program ends afterwards, and must end within 3 s.
    open func broadcastFinished() {}

    /// Called with each sample buffer. Times ascend for each kind.
    /// - Parameters:
    ///   - sampleBuffer: The frame or the audio.
    ///   - kind: The track to which it belongs.
    open func process(_ sampleBuffer: BroadcastSampleBuffer, kind: BroadcastSampleKind) {}

    /// Ends the broadcast with an error, which the user sees. The recording continues.
    ///
    /// The program ends with 1 when the current function has returned.
    public final func finish(with error: any Error) { connection?.finish("\(error)") }

    /// Runs the handler until the broadcast is over, and ends the program.
    public static func main() {
        guard let number = getenv(HandlerSocket.variable).flatMap({ Int32(String(cString: $0)) }),
            let socket = OwnedDescriptor(fcntl(number, F_DUPFD_CLOEXEC, 0))
        else {
            // The exit code tells the same if nobody can read this.
            _ = try? FileDescriptor.standardError.writeAll("start this program with “replay broadcast PROGRAM”\n".utf8)
            exit(64)
        }
        close(number)
        exit(Self().run(HandlerConnection(PacketSocket(socket))) ? 0 : 1)
    }

    /// Handles all messages.
    /// - Returns: True if the broadcast has ended as intended.
    final func run(_ connection: HandlerConnection) -> Bool {
        self.connection = connection
        defer { self.connection = nil }
        connection.send(HandlerRequest(ready: HandlerRequest.version))
        while !connection.isFinished, let message = connection.next() {
            if handle(message) { return true }
        }
        return false
    }

    /// - Returns: True after the last message.
    private func handle(_ message: HandlerConnection.Message) -> Bool {
        switch message {
        case .started(let setup): broadcastStarted(setupInfo: setup)
        case .sample(let buffer, let kind): process(buffer, kind: kind)
        case .paused: broadcastPaused()
        case .resumed: broadcastResumed()
        case .annotated(let annotation): broadcastAnnotated(annotation)
        case .finished(let reason):
            finishReason = reason
            broadcastFinished()
            return true
        }
        return false
    }
}
