import Foundation
import ReplayTestSupport
import Testing

/// A movie that the ffmpeg command line makes. Each frame shows its number as eight cells, the least significant bit
/// first; a light cell is 1.
struct SourceMovie: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let arguments: [String]

    init(_ name: String, _ file: String, _ arguments: String) {
        testDescription = name
        self.file = file
        self.arguments = arguments.split(separator: " ").map(String.init)
    }

    /// Writes a copy of the file, which tests may change.
    func make(at path: String) throws {
        let file = URL(filePath: path)
        let made = try MadeMovie.path(arguments, ending: file.pathExtension)
        try Data(contentsOf: URL(filePath: made)).write(to: file)
    }

    /// Three seconds of numbered frames, 25 frames per second.
    static let frames =
        "-f lavfi -i color=gray:s=320x180:r=25:d=3,format=gray,"
        + "geq=lum='if(lt(Y,90),if(bitand(N,pow(2,floor(X/40))),235,16),128)',format=yuv420p"
    static let tone = "-f lavfi -i sine=440:r=48000:d=3"
    static let x264 = "-c:v libx264 -preset ultrafast -g 25"
    static let both = "\(frames) \(tone)"

    static let plain = SourceMovie("plain", "plain.mp4", "\(both) \(x264) -c:a aac")
    static let silent = SourceMovie("without audio", "silent.mp4", "\(frames) \(x264)")

    static let all: [SourceMovie] = [
        plain, silent,
        SourceMovie("B-frames", "b.mp4", "\(both) \(x264) -bf 2 -c:a aac"),
        SourceMovie(
            "a pyramid of B-frames in open GOPs", "pyramid.mp4",
            "\(both) -c:v libx264 -preset veryfast -bf 3 -g 25 -x264-params b-pyramid=normal:open-gop=1 -c:a aac"),
        SourceMovie("odd sides", "odd.mp4", "\(frames) -vf scale=321:181,format=yuv444p \(x264)"),
        SourceMovie("odd sides, transcoded", "odd.mkv", "\(frames) -vf scale=321:181 -c:v ffv1"),
        SourceMovie("mono at 44.1 kHz", "mono.mp4", "\(both) \(x264) -c:a aac -ac 1 -ar 44100"),
        SourceMovie("PCM in AVI", "pcm.avi", "\(both) \(x264) -c:a pcm_s16le"),
        SourceMovie("PCM in Matroska", "pcm.mkv", "\(both) \(x264) -c:a pcm_s16le"),
        SourceMovie("PCM in QuickTime", "pcm.mov", "\(both) \(x264) -c:a pcm_s24le"),
        SourceMovie("VP8", "vp8.webm", "\(both) -c:v libvpx -deadline realtime -cpu-used 8 -c:a libvorbis"),
        SourceMovie("VP9", "vp9.webm", "\(both) -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus"),
        SourceMovie("MPEG-TS", "stream.ts", "\(both) \(x264) -bf 2 -c:a aac"),
        SourceMovie("MPEG-2", "mpeg2.mpg", "\(both) -c:v mpeg2video -q:v 3 -bf 2 -c:a mp2"),
        SourceMovie("HEVC", "hevc.mp4", "\(both) -c:v libx265 -preset ultrafast -x265-params log-level=none -c:a aac"),
        SourceMovie("MPEG-4 and MP3", "mpeg4.avi", "\(both) -c:v mpeg4 -q:v 3 -c:a libmp3lame"),
        SourceMovie(
            "variable rate", "variable.mp4",
            "\(frames) -vf select='not(between(mod(n,10),3,6))' -fps_mode vfr \(x264)"),
        SourceMovie(
            "variable rate in Matroska", "variable.mkv",
            "\(frames) -vf select='not(between(mod(n,10),3,6))' -fps_mode vfr \(x264)"),
        SourceMovie("fragments", "fragments.mp4", "\(both) \(x264) -c:a aac -movflags frag_keyframe+empty_moov"),
        SourceMovie("10 bit", "ten.mp4", "\(both) \(x264) -pix_fmt yuv420p10le -c:a aac"),
        SourceMovie("pixels that are not square", "aspect.mp4", "\(both) -vf setsar=4/3 \(x264) -c:a aac"),
        SourceMovie("audio that is longer", "long.mp4", "\(frames) -f lavfi -i sine=440:d=4 \(x264) -c:a aac"),
        SourceMovie("audio that is shorter", "short.mp4", "\(frames) -f lavfi -i sine=440:d=1 \(x264) -c:a aac"),
        late("mp4"), late("mkv"),
    ]

    /// Returns a movie whose audio starts after a second.
    static func late(_ kind: String) -> SourceMovie {
        SourceMovie(
            "audio that starts late, \(kind)", "late.\(kind)",
            "\(frames) -itsoffset 1 -f lavfi -i sine=440:r=48000:d=2 \(x264) -c:a aac")
    }
}
