import Files
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension Recording {
    /// The maximum size of a file of captions, in bytes.
    package static let maxCaptionsSize = 16 << 20

    /// Copies a captions file into the recording's folder, unless the copy exists. The text is not checked.
    /// - Parameter path: The path of the file, or the name of an existing copy.
    /// - Throws: `FileSystemError`, `EditError`.
    func storeCaptions(_ path: String, language: String?) throws -> EditCaptions {
        if let known = EditCaptions(path, language: language), folder.contains(path) { return known }
        let bytes = try RegularFile.contents(of: path, limit: Self.maxCaptionsSize)
        let copy = try keep(bytes, prefix: EditCaptions.prefix)
        guard let captions = EditCaptions(copy, language: language) else { throw EditError.noCaptions(copy) }
        return captions
    }
}
