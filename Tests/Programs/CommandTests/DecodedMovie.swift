import Foundation
import ReplayTestSupport

/// The video and audio of a movie, decoded by one run of ffmpeg. Any error that ffmpeg prints is a failure.
struct DecodedMovie {
    let frames: DecodedFrames
    /// The audio, or nil if the movie has none.
    let audio: DecodedAudio?

    init(_ movie: ExportedMovie) throws {
        let directory = try TemporaryDirectory("decoded")
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.url
        let audio = movie.audio == nil ? [] : DecodedAudio.options(into: folder)
        let bytes = try ChildProcess.tool(
            [
                JudgeProgram.ffmpeg(reading: movie.path), "-v", "error", "-nostdin", "-noautorotate", "-copyts", "-i",
                movie.path,
            ] + audio + DecodedFrames.options + ["pipe:1"])
        frames = DecodedFrames(bytes, of: movie)
        self.audio = audio.isEmpty ? nil : try DecodedAudio(from: folder)
    }
}
