package import FFmpeg
package import Files
package import FoundationEssentials
import H264
import HLSPlaylist
import MediaTime
import ReplayRendering

/// The writer of a live presentation in parts (draft-pantos-hls-rfc8216bis, appendix B). It gets the packets of a
/// recording in progress. Use it from one thread.
package final class LowLatencyStream {
    package let presentation: LivePresentation
    private var video: PartedVideo
    private var audio: PartedAudio?
    private let date: () -> Date
    private let stream: (video: LiveFolder.Stream, audio: LiveFolder.Stream?)
    /// The time by which packets are moved, so that the output has no gap and does not go back.
    private var offset: Int64 = 0
    /// The time of the last frame that was recorded, and the clock when it came, to follow a recording without audio.
    private var lastFrame: (time: Int64, arrival: HostTime) = (0, .now)

    /// The time by which frames may come later than audio.
    private static let lag = Int64(ExportPlan.timescale) / 20
    /// The maximum delay of a frame, and the maximum time between two frames of a recording.
    private static let (delay, longest) = (Int64(ExportPlan.timescale) * 3 / 10, Int64(ExportPlan.timescale) * 5 / 2)
    /// The least duration of a gap in the recording.
    private static let gap = Int64(ExportPlan.timescale)

    /// - Parameters:
    ///   - window: The duration for which segments stay available, in seconds; at least 30.
    ///   - folder: The folder whose file system gets the media, in files without names.
    ///   - date: Returns the date of now, for the program date-time.
    /// - Throws: `FileSystemError`, `FFmpegError`, also if the video's frames cannot be repeated.
    package init(
        video: LiveFolder.Stream, audio: LiveFolder.Stream?, window: Int, in folder: Directory,
        date: @escaping () -> Date = { .now }
    ) throws {
        guard let configuration = AVCConfiguration(video.parameters.extradata),
            let repeater = FrameRepeater(configuration)
        else { throw FFmpegError(.invalidData, operation: "write", subject: "frames that cannot be repeated") }
        let renditions: [LivePresentation.Rendition] = audio == nil ? [.video] : [.video, .audio]
        let presentation = try LivePresentation(
            renditions, length: Int64(window) * Int64(ExportPlan.timescale), in: folder)
        let track = try PartedTrack(
            .video, codec: try AVCCodec.name(video.parameters), stream: video, presentation: presentation)
        self.video = PartedVideo(track, repeater: repeater)
        self.audio = try audio.map {
            PartedAudio(try PartedTrack(.audio, codec: "mp4a.40.2", stream: $0, presentation: presentation))
        }
        (self.presentation, stream, self.date) = (presentation, (video, audio), date)
    }

    /// Writes a video packet, whose times begin at 0 with a keyframe.
    /// - Parameter isAfterGap: True if packets were left out before it.
    package func write(video packet: Packet, isAfterGap: Bool = false) throws {
        var time = video.track.ticks(packet.pts ?? 0) + offset
        // While a recording is paused, the last frame is repeated for a while.
        let isPaused = audio == nil && packet.isKeyframe && (video.known ?? time) - time > Self.delay
        let isBehindGap = isAfterGap || packet.isKeyframe && time - (known ?? time) > Self.gap && !isRepeating
        if let known, isPaused || isBehindGap {
            if isBehindGap { try close(at: known) }
            offset += known + 1 - time
            time = known + 1
        }
        lastFrame = (time, .now)
        let start = try video.write(packet, at: time, now: date(), isAfterPause: isPaused)
        if let start { audio?.begin(start) }
        try advanceAudio()
        if start != nil { publish() }
    }

    /// Writes an audio packet. One that ends before the first frame, or begins after the last one, is left out.
    package func write(audio packet: Packet) throws {
        if let track = audio?.track { audio?.write(packet.moved(by: track.time(offset))) }
        guard let known = audio?.known else { return }
        try video.repeatFrames(until: known - Self.lag)
        try advanceAudio()
        if presentation.main == nil { publish() }
    }

    /// Follows the clock. Call it at least twice per second.
    package func tick() throws {
        let passed = sinceLastFrame
        if audio == nil, video.known != nil, passed < Self.longest {
            try video.repeatFrames(until: lastFrame.time + passed - Self.delay)
        }
        presentation.wake()
    }

    /// The time up to which everything is known; nil before the first frame.
    private var known: Int64? {
        guard let time = video.known else { return nil }
        return max(time, audio?.known ?? time)
    }

    /// True if repeated frames fill the time to the next frame.
    private var isRepeating: Bool { audio == nil && sinceLastFrame < Self.longest }

    /// The time that has passed since the last frame came.
    private var sinceLastFrame: Int64 { (HostTime.now - lastFrame.arrival).ticks }

    private func close(at end: Int64) throws {
        try audio?.advance(to: end)
        try audio?.endSegment()
        try video.close(at: end)
    }

    private func advanceAudio() throws {
        if let known = video.known { try audio?.advance(to: known) }
    }

    /// Ends the presentation. Its window stays available.
    package func finish() throws {
        guard let known else { return }
        try close(at: known)
        publish()
        for track in tracks { track.finish() }
    }

    private var tracks: [PartedTrack] { [video.track, audio?.track].compactMap(\.self) }

    /// Describes the renditions in the multivariant playlist, with the bit rates so far.
    private func publish() {
        let media = tracks.compactMap { track in
            presentation.window(track.rendition)?.media(track.rendition.rawValue, codec: track.codec)
        }
        guard media.count == tracks.count, media.allSatisfy({ !$0.segments.isEmpty }) else { return }
        let (parameters, frames) = (stream.video.parameters, LivePresentation.Rendition.iframes.rawValue)
        let trickPlay = presentation.window(.video)?.frameMedia(frames, codec: video.track.codec)
        let (width, height) = (parameters.width, parameters.height)
        let contents = HLSPresentation(
            video: [.init(media: media[0], width: width, height: height)],
            trickPlay: trickPlay.flatMap { $0.segments.isEmpty ? nil : $0 }.map {
                .init(media: $0, width: width, height: height)
            },
            audio: media.count > 1 ? (media[1], stream.audio?.parameters.channelCount ?? 2) : nil, captions: nil,
            hasAudioOnly: false, rate: video.rate, chapters: nil, target: LiveWindow.target)
        presentation.setMain(contents.playlist)
    }
}

extension Duration {
    /// The duration in ticks of 1/90,000 s.
    fileprivate var ticks: Int64 { nanoseconds * 9 / 100_000 }
}
