import MediaTime
import ReplayLibrary
import ReplayMovie

/// Where a movie begins to be written: at its start, or behind what an earlier recorder had written.
struct MovieOrigin: Sendable {
    /// That of the movie that is resumed.
    private(set) var index: MovieIndex?
    /// What the movie's clock shows when it is started, in nanoseconds.
    private(set) var clock: Int64 = 0
    /// Where each audio track ends, in samples.
    private var audioEnds: [Int64] = []
    /// Frames that are there already.
    private(set) var frames = 0
    /// Frames that an earlier recorder had to leave out.
    private(set) var droppedFrames = 0
    /// Audio that an earlier recorder had to leave out.
    private(set) var droppedAudio = MediaTime.zero

    init() {}

    /// What the movie holds before anything is written.
    func extent(of tracks: [MovieTrack]) -> WrittenExtent {
        WrittenExtent(of: tracks, end: MediaTime(value: clock, timescale: 1_000_000_000), frames: frames)
    }

    /// What the movie's clock shows when it is started.
    func ticks(_ timescale: Int32) -> Int64 {
        MediaTime(value: clock, timescale: 1_000_000_000).converted(to: timescale, rounding: .nearest).value
    }

    /// Where an audio track ends, in samples.
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
