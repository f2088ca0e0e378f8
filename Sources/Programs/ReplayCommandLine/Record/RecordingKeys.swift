import MediaTime
package import ReplayControl
import Synchronization

/// What single keys do while a recording is followed in its own terminal.
package final class RecordingKeys: Sendable {
    package static let help = "p pause  m mute  c cover  k mark  q end"

    private let recorder: ScreenRecorder
    private let status = Mutex<RecordingStatus?>(nil)

    package init(_ recorder: ScreenRecorder) { self.recorder = recorder }

    /// Takes note of how the recording is, for most keys undo what they did.
    package func note(_ status: RecordingStatus) { self.status.withLock { $0 = status } }

    /// - Returns: what is to be told of it; nil: the status line shows it.
    /// - Throws: `RecorderError` where the recorder refuses.
    package func press(_ key: UInt8) async throws -> String? {
        let status = status.withLock { $0 }
        switch key {
        case UInt8(ascii: "p"): _ = try await status?.state == .paused ? recorder.resume() : recorder.pause()
        case UInt8(ascii: "m"): _ = try await status?.isMuted == true ? recorder.unmute() : recorder.mute()
        case UInt8(ascii: "c"):
            let isCovered = status?.coverReasons.contains(.request) ?? false
            _ = try await isCovered ? recorder.uncover() : recorder.cover()
        case UInt8(ascii: "k"):
            let mark = try await recorder.mark()
            return "mark\(mark.number.map { " \($0)" } ?? "") at \(mark.time.timecode())"
        case UInt8(ascii: "q"): try await recorder.stop()
        default: break
        }
        return nil
    }
}
