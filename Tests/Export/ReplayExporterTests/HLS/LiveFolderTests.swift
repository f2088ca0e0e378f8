import Descriptors
import FFmpeg
import Files
import Foundation
import ReplayTestSupport
import Testing

@testable import HLSOutput

/// Checks HLS folders that end while the audio is behind the frames.
@Suite struct LiveFolderTests {
    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory("live") }

    /// Writes a movie of ten seconds, without the audio from a time on.
    /// - Returns: The durations of the video and of the audio, in seconds.
    private func durations(audioUntil end: Double) throws -> [Double] {
        let path = folder.path("movie.mp4")
        let options =
            "-v error -nostdin -f lavfi -i testsrc2=s=320x180:r=30:d=10 -f lavfi -i sine=440:r=48000:d=10 -c:a aac -c:v "
            + "libx264 -preset ultrafast -tune zerolatency -g 60 -video_track_timescale 90000"
        try ChildProcess.tool(["ffmpeg"] + options.split(separator: " ").map(String.init) + [path])
        let demuxer = try Demuxer.open(IOContext(OwnedDescriptor(opening: path), mode: .read), name: path)
        func track(_ kind: MediaKind) throws -> LiveFolder.Stream {
            let stream = try #require(demuxer.streams.first { $0.kind == kind })
            return .init(stream.parameters, timeBase: stream.timeBase)
        }
        let live = try LiveFolder(
            folder.path("live"), video: try track(.video), audio: try track(.audio), replaces: false)
        while let packet = try demuxer.read() {
            let stream = demuxer.streams[packet.streamIndex]
            let seconds =
                Double(packet.pts ?? 0) * Double(stream.timeBase.numerator) / Double(stream.timeBase.denominator)
            if stream.kind == .video {
                try live.write(video: packet)
            } else if seconds < end {
                try live.write(audio: packet)
            }
        }
        try live.finish()
        return try ["video", "audio"].map { name in
            let entries = try FileManager.default.contentsOfDirectory(atPath: folder.path("live/\(name)"))
            let segments = entries.filter { $0.hasSuffix(".m4s") }.sorted()
            let media = Data(
                try (["header.mp4"] + segments).flatMap { file in
                    try Data(contentsOf: URL(filePath: folder.path("live/\(name)/\(file)")))
                })
            try media.write(to: URL(filePath: folder.path("\(name).mp4")))
            let probed = try ChildProcess.tool([
                JudgeProgram.ffprobe, "-v", "error", "-show_entries", "packet=pts_time,duration_time", "-of", "csv=p=0",
                folder.path("\(name).mp4"),
            ])
            return try #require(
                String(decoding: probed, as: UTF8.self).split(separator: "\n").map { line in
                    line.split(separator: ",").compactMap { Double($0) }.reduce(0, +)
                }.max())
        }
    }

    @Test("Audio and video end together, wherever the audio ends", arguments: [9.9, 9.5, 8.4])
    func together(end: Double) throws {
        let found = try durations(audioUntil: end)
        #expect(abs(found[0] - found[1]) < 0.034 && abs(found[1] - end) < 0.03, "\(found)")
    }

    @Test("Audio that stays away holds up frames for two seconds")
    func absent() throws {
        let found = try durations(audioUntil: 5)
        #expect((7.9...8.1).contains(found[0]) && abs(found[1] - 5) < 0.03, "\(found)")
    }
}
