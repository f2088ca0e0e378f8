import MediaTime
import ReplayLibrary
package import ReplayMovie

/// A track with a current frame that can be moved to any instant. Times are in the track's ticks.
package protocol FrameTrack: AnyObject {
    associatedtype Frame: Sendable

    init(_ movie: MovieReader, track: Int) throws

    /// The frame at the current instant, or nil if there is none.
    var current: Frame? { get }
    /// The time at which `current` appears.
    var currentTime: Int64? { get }
    /// The time at which the next frame appears, or nil after the last frame.
    var nextTime: Int64? { get }

    /// Moves to the frame that is on the screen at `time`: the last one that began at or before it, or the first frame.
    /// - Parameter keyframe: The time from which the frame can be decoded.
    func seek(to time: Int64, from keyframe: Int64) throws
    /// Moves to the next frame.
    func advance() throws
}

/// The times of a track's frames according to the movie's index. Nothing is decoded.
package final class FrameTimes: FrameTrack {
    private let times: [Int64]
    private var place = 0

    package init(_ movie: MovieReader, track: Int) { times = movie.index.tracks[track].samples.map(\.pts).sorted() }

    /// The frame, which is represented by its time.
    package var current: Int64? { currentTime }
    package var currentTime: Int64? { place < times.count ? times[place] : nil }
    package var nextTime: Int64? { place + 1 < times.count ? times[place + 1] : nil }

    package func seek(to time: Int64, from keyframe: Int64) {
        place = max(0, times.partitioningIndex { $0 > time } - 1)
    }

    package func advance() { place += 1 }
}
