import FFmpeg
import ReplayLibrary
import ReplayMovie
import Synchronization

/// What went wrong with the audio tracks: the first failure of each ends it, and is told once.
final class AudioFault: Sendable {
    private let messages = Mutex<[AudioSource: String]>([:])
    private let onEvent: @Sendable (OutputEvent) -> Void

    /// - Parameter onEvent: called on the thread on which a track fails.
    init(_ onEvent: @escaping @Sendable (OutputEvent) -> Void) { self.onEvent = onEvent }

    /// What failed first in the order of the tracks, in a sentence; nil: nothing did.
    var message: String? {
        messages.withLock { messages in AudioSource.allCases.compactMap { messages[$0] }.first }
    }

    /// Does something with a track, unless that has failed before: what would follow is not in its place.
    func attempt(_ kind: AudioSource, _ body: () throws(FFmpegError) -> Void) {
        guard messages.withLock({ $0[kind] == nil }) else { return }
        do {
            try body()
        } catch {
            let message = "the audio track “\(kind.trackTitle)” cannot be encoded any more: \(error)"
            let isFirst = messages.withLock { $0.updateValue(message, forKey: kind) == nil }
            if isFirst { onEvent(.encoderFailed(message)) }
        }
    }
}
