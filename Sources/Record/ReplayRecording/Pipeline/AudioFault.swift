import AudioSources
import FFmpeg
import ReplayLibrary
import ReplayMovie
import Synchronization

/// The failures of the audio tracks. The first failure of a track ends the track and is reported once.
final class AudioFault: Sendable {
    private let messages = Mutex<[AudioSource: String]>([:])
    private let onEvent: @Sendable (OutputEvent) -> Void

    /// - Parameter onEvent: Called on the thread on which a track fails.
    init(_ onEvent: @escaping @Sendable (OutputEvent) -> Void) { self.onEvent = onEvent }

    /// The message of the first failed track, in the order of the tracks. Nil if none failed.
    var message: String? {
        messages.withLock { messages in AudioSource.allCases.compactMap { messages[$0] }.first }
    }

    /// Runs an operation on a track unless the track has already failed, because later samples would be misplaced.
    func attempt(on kind: AudioSource, _ body: () throws(FFmpegError) -> Void) {
        guard messages.withLock({ $0[kind] == nil }) else { return }
        do {
            try body()
        } catch {
            let message = "the audio track “\(kind.trackTitle)” can no longer be encoded: \(error)"
            let isFirst = messages.withLock { $0.updateValue(message, forKey: kind) == nil }
            if isFirst { onEvent(.encoderFailed(message)) }
        }
    }
}
