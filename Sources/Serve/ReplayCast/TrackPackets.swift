package import FFmpeg
package import HLSOutput
import MediaTime

/// The packets of the screen and of one audio track, with times since the first keyframe. A pure value.
package struct TrackPackets {
    /// The packets that a packet of the movie makes available.
    package struct Sorted {
        package var video: [Packet] = []
        package var audio: [Packet] = []
        /// True if packets were left out before the video.
        package var isAfterGap = false
    }

    private let streams: [StreamInfo]
    private let videoIndex: Int
    private let audioIndex: Int?
    /// The time of the first keyframe.
    private var origin: MediaTime?
    /// The audio packets before the first keyframe. The last of them may be heard after it.
    private var early: [Packet] = []
    /// True if packets were left out, and no keyframe has come since.
    private var isInGap = false
    /// The times of the last frame, and of the first one after the last gap.
    private var (lastFrame, gapEnd) = (MediaTime.zero, MediaTime.zero)

    /// - Parameter subject: The name of the target, for errors.
    /// - Throws: `FFmpegError` if the movie has no video.
    package init(_ streams: [StreamInfo], subject: String) throws(FFmpegError) {
        let tracks = MuxedOutput.tracks(of: streams, hasOneAudioTrack: true)
        guard let video = tracks.first(where: { streams[$0].kind == .video }) else {
            throw FFmpegError(.streamNotFound, operation: "write", subject: subject)
        }
        (self.streams, videoIndex) = (streams, video)
        audioIndex = tracks.first { streams[$0].kind == .audio }
    }

    package var video: LiveFolder.Stream { .init(streams[videoIndex]) }
    package var audio: LiveFolder.Stream? { audioIndex.map { .init(streams[$0]) } }

    /// Tells that packets were left out. The next keyframe then comes first.
    package mutating func noteGap() { isInGap = origin != nil }

    /// Takes a packet of the movie.
    package mutating func sorted(_ packet: Packet) -> Sorted {
        var sorted = Sorted()
        if isInGap, packet.streamIndex == videoIndex {
            guard packet.isKeyframe else { return sorted }
            (isInGap, sorted.isAfterGap) = (false, true)
            gapEnd = time(of: packet) ?? gapEnd
        }
        switch packet.streamIndex {
        case videoIndex:
            guard let origin = origin ?? start(of: packet) else { return sorted }
            self.origin = origin
            sorted.video = [moved(packet)]
            sorted.audio = early.map { moved($0) }
            early = []
            lastFrame = time(of: packet) ?? lastFrame
        case audioIndex where origin == nil: early = early.suffix(2) + [packet]
        case audioIndex where isSent(packet): sorted.audio = [moved(packet)]
        default: break
        }
        return sorted
    }

    /// Returns true if audio is not left out: it belongs to frames before a gap, or behind it.
    private func isSent(_ audio: Packet) -> Bool {
        guard let time = time(of: audio) else { return false }
        return isInGap ? time < lastFrame : time >= gapEnd
    }

    private func start(of packet: Packet) -> MediaTime? { packet.isKeyframe ? time(of: packet) : nil }

    private func time(of packet: Packet) -> MediaTime? {
        packet.pts.flatMap { MediaTime(ticks: $0, in: streams[packet.streamIndex].timeBase) }
    }

    private func moved(_ packet: Packet) -> Packet {
        packet.moved(by: -(origin?.ticks(in: streams[packet.streamIndex].timeBase, rounding: .nearest) ?? 0))
    }
}

extension LiveFolder.Stream {
    fileprivate init(_ stream: StreamInfo) { self.init(stream.parameters, timeBase: stream.timeBase) }
}
