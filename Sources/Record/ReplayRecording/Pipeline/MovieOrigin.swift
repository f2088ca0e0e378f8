import MediaTime
import ReplayLibrary
import ReplayMovie

/// The state of a movie before this recorder writes: empty, or with the content of an earlier recorder.
struct MovieOrigin: Sendable {
    /// The index of the resumed movie, or nil for a new one.
    private(set) var index: MovieIndex?
    /// The movie clock's value at its start, in nanoseconds.
    private(set) var clock: Int64 = 0
    /// The end of each audio track, in samples.
    private var audioEnds: [Int64] = []
    /// The number of existing frames.
    private(set) var frames = 0
    /// The number of frames that an earlier recorder dropped.
    private(set) var droppedFrames = 0
    /// The length of audio that an earlier recorder dropped.
    private(set) var droppedAudio = MediaTime.zero

    init() {}

    /// Returns the extent of the movie before anything is written.
    func extent(of tracks: [MovieTrack]) -> WrittenExtent {
        WrittenExtent(of: tracks, end: MediaTime(value: clock, timescale: 1_000_000_000), frames: frames)
    }

    /// Returns the movie clock's value at its start, in ticks.
    func ticks(_ timescale: Int32) -> Int64 {
        MediaTime(value: clock, timescale: 1_000_000_000).converted(to: timescale, rounding: .nearest).value
    }

    /// Returns the end of an audio track, in samples.
    func audioEnd(_ place: Int) -> Int64 { place < audioEnds.count ? audioEnds[place] : 0 }

    init(continuing index: MovieIndex, after ending: RecordingFacts.Ending?) {
        self.index = index
        let end = max(index.end, ending?.duration ?? .zero)
        clock = end.converted(to: 1_000_000_000, rounding: .up).value
        audioEnds = index.audioTracks.map { index.tracks[$0].end }
        frames = index.videoTrack.map { index.tracks[$0].samples.count } ?? 0
        droppedFrames = ending?.droppedFrames ?? 0
        droppedAudio = ending?.droppedAudio ?? .zero
    }
}
