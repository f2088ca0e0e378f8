import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// How much of a recording its movie holds: what was written, not what the clock shows. A pure value.
struct WrittenExtent: Sendable {
    private let timescales: [Int32]
    /// Where the last sample of all tracks ends.
    private(set) var end: MediaTime
    /// When the last frame of the first track is shown; nil: there is none.
    private(set) var lastFrame: MediaTime?
    /// Frames of the first track.
    private(set) var frames: Int

    /// - Parameters:
    ///   - tracks: the movie's; the first is the video.
    ///   - end: where the movie ends already.
    ///   - frames: how many it has already.
    init(of tracks: [MovieTrack], end: MediaTime = .zero, frames: Int = 0) {
        timescales = tracks.map { Int32(clamping: $0.timeBase.denominator) }
        self.end = end
        self.frames = frames
    }

    /// Notes that a packet is in the movie; one of another file, as the proxy's, is passed over.
    mutating func take(_ packet: Packet) {
        guard timescales.indices.contains(packet.streamIndex), let pts = packet.pts else { return }
        let timescale = Int64(timescales[packet.streamIndex])
        if let start = MediaTime(validating: pts, timescale: timescale), packet.streamIndex == 0 {
            lastFrame = max(lastFrame ?? start, start)
            frames += 1
        }
        end = max(end, MediaTime(validating: pts + packet.duration, timescale: timescale) ?? end)
    }

    /// How much of the time that has passed is recorded: all of it while the last frame may still be shown; only what
    /// is written where no frame has come for too long, for a display that does not answer is not a still screen.
    func length(after elapsed: MediaTime) -> MediaTime { elapsed < end + Recording.maxStill ? elapsed : end }

    /// A duration that hides no frame: that one, or where the last frame ends if it would begin later.
    func covering(_ duration: MediaTime) -> MediaTime {
        lastFrame.map { $0 >= duration } == true ? max(end, duration) : duration
    }
}
