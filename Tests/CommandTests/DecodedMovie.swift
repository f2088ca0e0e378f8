import Foundation

/// The video and audio of a movie, decoded by one run of ffmpeg, of which any complaint is a failure.
struct DecodedMovie {
    let frames: DecodedFrames
    /// Nil where there is none.
    let audio: DecodedAudio?

    init(_ movie: ExportedMovie) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replay-decoded-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let audio = movie.audio == nil ? [] : DecodedAudio.options(into: folder)
        let bytes = try Program.tool(
            ["ffmpeg", "-v", "error", "-nostdin", "-copyts", "-i", movie.path] + audio + DecodedFrames.options
                + ["pipe:1"])
        frames = DecodedFrames(bytes, of: movie)
        self.audio = audio.isEmpty ? nil : try DecodedAudio(from: folder)
    }
}
