import MediaTime
import ReplayLibrary
import ReplayMovie

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
