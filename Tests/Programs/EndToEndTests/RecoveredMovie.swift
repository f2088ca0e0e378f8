import Foundation
import Replay
import ReplayTestSupport

/// A movie after a fault of its recorder. Every frame shows when it was drawn.
struct RecoveredMovie {
    let recording: Recording
    let frames: [FrameClock]

    /// - Throws: An error if ffmpeg cannot decode the movie without a message.
    init(_ recording: Recording) throws {
        self.recording = recording
        let layout = SceneLayout(width: DurabilityPlace.size.width, height: DurabilityPlace.size.height)
        frames = try MediaProbe(path: recording.path + "/movie.mp4").clocks(at: layout.barcode)
    }

    /// True if each frame is later than the previous one.
    var isInOrder: Bool { zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time } }

    /// The length that the recording states, in nanoseconds.
    var length: Int64? { recording.facts.ending?.duration.converted(to: 1_000_000_000, rounding: .nearest).value }

    /// Returns the movie's time at an instant of the host, in nanoseconds, computed from the first frames. The result
    /// is smaller than the true time by the delay of the capture.
    func position(of instant: UInt64) -> Int64? {
        frames.prefix(5).compactMap { frame in
            frame.clock.map { clock in
                let time = frame.time.converted(to: 1_000_000_000, rounding: .nearest).value
                return Int64(instant) - (Int64(clock) * 1000 - time)
            }
        }.min()
    }

    /// Returns the end of a track's audio, in nanoseconds.
    func audioEnd(_ track: Int) throws -> Int64? {
        let times = try MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "a:\(track)")
        return times.last.map { $0.converted(to: 1_000_000_000, rounding: .nearest).value + 21_333_333 }
    }
}
