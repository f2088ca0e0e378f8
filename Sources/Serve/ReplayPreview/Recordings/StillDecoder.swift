import FFmpeg
import MediaTime
import ReplayComposition
import ReplayEditor
import Synchronization

/// A decoder of stills. It holds some frames of full size until it has not been used for a while.
final class StillDecoder: Sendable {
    private struct State {
        /// The revision of the edit whose frames are decoded.
        let revision: String
        let frames: EditFrames
        /// The time of the last use.
        var lastUse: ContinuousClock.Instant
    }

    private let state = Mutex<State?>(nil)

    private static let maxIdleTime = Duration.seconds(2)

    /// Returns the frame at an instant of a session's edit as an image file. Blocking.
    /// - Throws: `MovieError`, or an error of FFmpeg's.
    func image(
        of session: EditSession, revision: String, at time: MediaTime, format: ImageFormat
    ) throws -> [UInt8] {
        try state.withLock { state in
            if state?.revision != revision { state = nil }
            let frames = try state?.frames ?? EditFrames(session)
            // After an error, the next still reads the movie again.
            state = nil
            let (frame, size) = (try frames.frame(at: time), frames.size)
            state = State(revision: revision, frames: frames, lastUse: .now)
            return try format.encoded(frame, width: size.width, height: size.height)
        }
    }

    /// Releases the frames. The next still reads the movie again.
    func release() { state.withLock { $0 = nil } }

    /// Releases the frames if they have not been used for a while.
    func tidy() {
        state.withLockIfAvailable { state in
            if let last = state?.lastUse, ContinuousClock.now - last > Self.maxIdleTime { state = nil }
        }
    }
}
