import MediaTime
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

/// When the frames of a track come on the screen, as the movie's index says: nothing is decoded.
final class FrameTimes: FrameTrack {
    private let times: [Int64]
    private var place = 0

    init(_ movie: MovieReader, track: Int) { times = movie.index.tracks[track].samples.map(\.pts).sorted() }

    /// A frame is known by its time.
    var current: Int64? { currentTime }
    var currentTime: Int64? { place < times.count ? times[place] : nil }
    var nextTime: Int64? { place + 1 < times.count ? times[place + 1] : nil }

    func seek(to time: Int64, from keyframe: Int64) { place = max(0, times.partitioningIndex { $0 > time } - 1) }

    func advance() { place += 1 }
}
