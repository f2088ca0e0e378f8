import Foundation
import Replay
import ReplayTestSupport

/// A movie whose every frame says when it was drawn, after its recorder had been hurt.
struct RecoveredMovie {
    let recording: Recording
    let frames: [FrameClock]

    /// - Throws: where ffmpeg cannot decode it without a complaint.
    init(_ recording: Recording) throws {
        self.recording = recording
        let layout = SceneLayout(width: DurabilityPlace.size.width, height: DurabilityPlace.size.height)
        frames = try MediaProbe(path: recording.path + "/movie.mp4").clocks(at: layout.barcode)
    }

    /// Whether each frame is later than the one before.
    var isInOrder: Bool { zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time } }

    /// How long the recording says that it is, in nanoseconds.
    var length: Int64? { recording.facts.ending?.duration.converted(to: 1_000_000_000, rounding: .nearest).value }

    /// What the movie's clock shows at an instant of the host's, in nanoseconds, by its first frames: less than in
    /// truth by what it takes to fetch a frame, so that a loss is never made smaller.
    func position(of instant: UInt64) -> Int64? {
        frames.prefix(5).compactMap { frame in
            frame.clock.map { clock in
                let time = frame.time.converted(to: 1_000_000_000, rounding: .nearest).value
                return Int64(instant) - (Int64(clock) * 1000 - time)
            }
        }.min()
    }

    /// Where the audio of a track ends, in nanoseconds.
    func audioEnd(_ track: Int) throws -> Int64? {
        let times = try MediaProbe(path: recording.path + "/movie.mp4").frameTimes(of: "a:\(track)")
        return times.last.map { $0.converted(to: 1_000_000_000, rounding: .nearest).value + 21_333_333 }
    }
}
