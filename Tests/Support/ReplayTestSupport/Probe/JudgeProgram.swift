import Foundation

/// The programs that check what Replay made.
///
/// Without `REPLAY_JUDGES`, these are Debian's programs. The variable names a folder with other programs. Scripts/test
/// puts a statically linked build of FFmpeg there. Its version differs from that of Replay's libraries. It starts in a
/// thirtieth of the time, because it loads none of two hundred shared libraries.
public enum JudgeProgram {
    /// The path of ffmpeg, or its name if `PATH` leads to it.
    public static let ffmpeg = path(of: "ffmpeg")
    /// The path of ffprobe, or its name if `PATH` leads to it.
    public static let ffprobe = path(of: "ffprobe")

    /// Returns the ffmpeg to read a file: Debian's for MPEG-TS, because the static one of FFmpeg 6.0 crashes on it.
    public static func ffmpeg(reading path: String) -> String { path.hasSuffix(".ts") ? "ffmpeg" : ffmpeg }
    /// Returns the ffprobe to read a file, chosen as in ``ffmpeg(reading:)``.
    public static func ffprobe(reading path: String) -> String { path.hasSuffix(".ts") ? "ffprobe" : ffprobe }

    private static func path(of name: String) -> String {
        ProcessInfo.processInfo.environment["REPLAY_JUDGES"].map { "\($0)/\(name)" } ?? name
    }
}
