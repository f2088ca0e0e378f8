import FFmpeg
import HLSOutput
import ReplayBroadcast

/// The output to an HLS folder: the screen and one audio track, each with a playlist of its own.
final class FolderOutput: CastOutput {
    private let folder: LiveFolder
    private var packets: TrackPackets
    private(set) var frames = 0

    /// - Throws: `FFmpegError` if the movie has no video, `FileSystemError`.
    init(_ path: String, streams: [StreamInfo], replaces: Bool) throws {
        packets = try TrackPackets(streams, subject: path)
        folder = try LiveFolder(path, video: packets.video, audio: packets.audio, replaces: replaces)
    }

    func write(_ packet: Packet) throws {
        let sorted = packets.sorted(packet)
        for video in sorted.video { try folder.write(video: video, isAfterGap: sorted.isAfterGap) }
        for audio in sorted.audio { try folder.write(audio: audio) }
        frames += sorted.video.count
    }

    func noteGap() { packets.noteGap() }

    // Each segment is written when it is complete.
    func flush() {}

    func finish(recordingEnded: Bool) throws { try folder.finish() }

    func close() { folder.abandon() }

    var bytes: Int64 { folder.bytes }
}
