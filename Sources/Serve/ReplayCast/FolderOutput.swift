import FFmpeg
import HLSOutput
import MediaTime
import ReplayBroadcast

/// The output to an HLS folder: the screen and one audio track, each with a playlist of its own.
final class FolderOutput: CastOutput {
    private let folder: LiveFolder
    private let streams: [StreamInfo]
    private let video: Int
    private let audio: Int?
    /// The time of the first keyframe, from which the output's times count.
    private var origin: MediaTime?
    private(set) var frames = 0
    /// The audio packets before the first keyframe. The last of them may be heard after it.
    private var early: [Packet] = []

    /// - Throws: `FFmpegError` if the movie has no video, `FileSystemError`.
    init(_ path: String, streams: [StreamInfo], replaces: Bool) throws {
        let tracks = MuxedOutput.tracks(of: streams, hasOneAudioTrack: true)
        guard let video = tracks.first(where: { streams[$0].kind == .video }) else {
            throw FFmpegError(.streamNotFound, operation: "write", subject: path)
        }
        self.video = video
        self.streams = streams
        audio = tracks.first { streams[$0].kind == .audio }
        folder = try LiveFolder(
            path, video: .init(streams[video]), audio: audio.map { .init(streams[$0]) }, replaces: replaces)
    }

    func write(_ packet: Packet) throws {
        switch packet.streamIndex {
        case video:
            if origin == nil {
                guard packet.isKeyframe, let pts = packet.pts else { return }
                origin = MediaTime(ticks: pts, in: streams[video].timeBase)
            }
            try folder.write(video: moved(packet))
            frames += 1
            for packet in early { folder.write(audio: moved(packet)) }
            early = []
        case audio:
            if origin == nil {
                early = early.suffix(2) + [packet]
            } else {
                folder.write(audio: moved(packet))
            }
        default: break
        }
    }

    /// Returns the packet with its time since the first keyframe.
    private func moved(_ packet: Packet) -> Packet {
        packet.moved(by: -(origin?.ticks(in: streams[packet.streamIndex].timeBase, rounding: .nearest) ?? 0))
    }

    // Each segment is written when it is complete.
    func flush() {}

    func finish(recordingEnded: Bool) throws { try folder.finish() }

    var bytes: Int64 { folder.bytes }
}

extension LiveFolder.Stream {
    fileprivate init(_ stream: StreamInfo) { self.init(stream.parameters, timeBase: stream.timeBase) }
}
