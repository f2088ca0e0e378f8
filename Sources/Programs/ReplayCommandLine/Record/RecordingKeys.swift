import MediaTime
package import ReplayControl
import Synchronization

/// The actions of single keys in the terminal of a recording.
package final class RecordingKeys: Sendable {
    package static let help = "p pause  m mute  c cover  k mark  q end"

    private let recorder: ScreenRecorder
    private let status = Mutex<RecordingStatus?>(nil)

    package init(_ recorder: ScreenRecorder) { self.recorder = recorder }

    /// Stores the recording's status, because most keys toggle a state.
    package func note(_ status: RecordingStatus) { self.status.withLock { $0 = status } }

    /// Performs the action of a key.
    /// - Returns: The text to print, or nil if the status line shows the change.
    /// - Throws: `RecorderError` if the recorder refuses.
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
