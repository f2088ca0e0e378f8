import Files
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension Recording {
    /// The maximum size of a file of captions, in bytes.
    package static let maxCaptionsSize = 16 << 20

    /// Copies a file of captions into the recording's folder, unless it is there. The text is not looked at.
    /// - Parameter path: The file, or the name of a copy that was made before.
    /// - Throws: `FileSystemError`, `EditError`.
    func storeCaptions(_ path: String, language: String?) throws -> EditCaptions {
        if let known = EditCaptions(path, language: language), folder.contains(path) { return known }
        let bytes = try RegularFile.contents(of: path, limit: Self.maxCaptionsSize)
        let copy = try keep(bytes, prefix: EditCaptions.prefix)
        guard let captions = EditCaptions(copy, language: language) else { throw EditError.noCaptions(copy) }
        return captions
    }
}
