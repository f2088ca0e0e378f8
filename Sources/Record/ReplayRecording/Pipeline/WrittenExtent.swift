import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The extent of a recording in its movie: the written data, not the time on the clock. A pure value.
struct WrittenExtent: Sendable {
    private let timescales: [Int32]
    /// The latest end of a sample in any track.
    private(set) var end: MediaTime
    /// The time of the last frame of the first track, or nil if there is none.
    private(set) var lastFrame: MediaTime?
    /// The number of frames in the first track.
    private(set) var frames: Int

    /// - Parameters:
    ///   - tracks: The movie's tracks. The first one is the video.
    ///   - end: The end of the existing movie.
    ///   - frames: The number of existing frames.
    init(of tracks: [MovieTrack], end: MediaTime = .zero, frames: Int = 0) {
        timescales = tracks.map { Int32(clamping: $0.timeBase.denominator) }
        self.end = end
        self.frames = frames
    }

    /// Records that a packet is in the movie. Ignores packets of other files, such as the proxy.
    mutating func take(_ packet: Packet) {
        guard timescales.indices.contains(packet.streamIndex), let pts = packet.pts else { return }
        let timescale = Int64(timescales[packet.streamIndex])
        if let start = MediaTime(validating: pts, timescale: timescale), packet.streamIndex == 0 {
            lastFrame = max(lastFrame ?? start, start)
            frames += 1
        }
        end = max(end, MediaTime(validating: pts + packet.duration, timescale: timescale) ?? end)
    }

    /// Returns the recorded part of the elapsed time: all of it while the last frame may still be on the screen. After
    /// a longer time without a frame, only the written part, because the display may not answer.
    func length(after elapsed: MediaTime) -> MediaTime { elapsed < end + Recording.maxStill ? elapsed : end }

    /// Returns a duration that hides no frame: `duration`, or the end of the last frame if that frame begins later.
    func covering(_ duration: MediaTime) -> MediaTime {
        lastFrame.map { $0 >= duration } == true ? max(end, duration) : duration
    }
}
