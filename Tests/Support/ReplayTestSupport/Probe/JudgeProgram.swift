import Foundation

/// The programs by which what Replay made is judged.
///
/// Those of Debian, unless `REPLAY_JUDGES` names a folder with others: Scripts/test brings a build of FFmpeg that is linked
/// statically. It is of another version than the libraries that Replay is linked with, and as it loads none of their two
/// hundred libraries, it starts in a thirtieth of the time.
public enum JudgeProgram {
    /// Its path or, where `PATH` leads to it, its name.
    public static let ffmpeg = path(of: "ffmpeg")
    /// As ``ffmpeg``.
    public static let ffprobe = path(of: "ffprobe")

    /// The one that reads a file: Debian's for MPEG-TS, on which the static one of FFmpeg 6.0 crashes.
    public static func ffmpeg(reading path: String) -> String { path.hasSuffix(".ts") ? "ffmpeg" : ffmpeg }
    /// As ``ffmpeg(reading:)``.
    public static func ffprobe(reading path: String) -> String { path.hasSuffix(".ts") ? "ffprobe" : ffprobe }

    private static func path(of name: String) -> String {
        ProcessInfo.processInfo.environment["REPLAY_JUDGES"].map { "\($0)/\(name)" } ?? name
    }
}
