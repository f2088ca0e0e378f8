import Foundation

/// The pictures and the sound of a movie, decoded by one run of ffmpeg, of which any complaint is a failure.
struct DecodedMovie {
    let pictures: DecodedPictures
    /// Nil where there is none.
    let sound: DecodedSound?

    init(_ movie: ExportedMovie) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "replay-decoded-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sound = movie.audio == nil ? [] : DecodedSound.options(into: folder)
        let bytes = try Program.tool(
            ["ffmpeg", "-v", "error", "-nostdin", "-copyts", "-i", movie.path] + sound + DecodedPictures.options
                + ["pipe:1"])
        pictures = DecodedPictures(bytes, of: movie)
        self.sound = sound.isEmpty ? nil : try DecodedSound(from: folder)
    }
}
