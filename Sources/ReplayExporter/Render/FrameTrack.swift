import ReplayLibrary
import ReplayMovie

/// Tells which frame of a track is on the screen, from any instant on; times are in the track's ticks.
protocol FrameTrack: AnyObject {
    associatedtype Frame: Sendable

    init(_ movie: MovieReader, track: Int) throws

    /// The frame at the instant that was gone to last; nil where there is none.
    var current: Frame? { get }
    /// When `current` came on the screen.
    var currentTime: Int64? { get }
    /// When the frame after the current one comes; nil after the last.
    var nextTime: Int64? { get }

    /// Goes to the frame that is on the screen at `time`: the last one that began by then, or the very first.
    /// - Parameter keyframe: where decoding may begin for it.
    func seek(to time: Int64, from keyframe: Int64) throws
    /// Goes to the frame after the current one.
    func advance() throws
}
