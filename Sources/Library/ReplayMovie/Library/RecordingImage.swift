import Descriptors
package import FFmpeg
import Files
package import ReplayErrors
package import ReplayLibrary
import Workers

/// An image file in a recording's folder: a copy of the user's file, so that the edit does not depend on other folders.
package enum RecordingImage {
    /// The largest number of pixels: an 8K frame.
    private static let maxPixels = 7680 * 4320
    package static let maxBytes = 32 << 20

    /// Copies an image into a recording's folder, unless it is already there.
    /// - Parameter prefix: The prefix of the copy's name.
    /// - Returns: The name of the copy: the prefix, and a hash of the contents.
    /// - Throws: `RecordingImageError` if the image cannot be used; `FileSystemError` if the copy cannot be written.
    package static func store(_ path: String, in recording: Recording, prefix: String) throws -> String {
        // A list of operations names an image that was copied before by the name of its copy.
        let isName = path.utf8.starts(with: prefix.utf8) && path.utf8.count == prefix.utf8.count + ContentHash.length
        if isName, !path.utf8.contains(UInt8(ascii: "/")), recording.folder.contains(path) { return path }
        return try store(try contents(of: path), called: path, in: recording, prefix: prefix)
    }

    /// Stores an image from memory, after checking that it can be decoded.
    /// - Parameter name: The name of the image for messages.
    package static func store(
        _ bytes: [UInt8], called name: String, in recording: Recording, prefix: String
    ) throws -> String {
        _ = try decoded(try OwnedDescriptor.memory("replay-image", with: bytes), path: name)
        return try recording.keep(bytes, prefix: prefix)
    }

    /// Decodes a stored image.
    /// - Throws: `RecordingImageError` if the copy is missing or is not an image.
    package static func read(_ name: String, of recording: Recording) throws -> Frame {
        guard recording.folder.contains(name) else {
            throw RecordingImageError(
                category: .noInput,
                description:
                    "the image “\(name)”, which covers a part of “\(recording.displayName)”, is missing in its folder; "
                    + "“replay edits” lists the operation, and “replay edit --remove” removes it")
        }
        let file = try recording.folder.openFile(name, mode: .readOnly, options: .nonBlocking)
        return try decoded(file, path: name)
    }

    private static func contents(of path: String) throws(RecordingImageError) -> [UInt8] {
        do throws(FileSystemError) {
            return try RegularFile.contents(of: path, limit: maxBytes)
        } catch {
            guard error.category == .noInput else { throw unusable(path) }
            throw RecordingImageError(
                category: .noInput, description: "the image “\(path)” cannot be opened: \(error.cause)")
        }
    }

    private static func decoded(_ file: OwnedDescriptor, path: String) throws -> Frame {
        do {
            return try StillImage.readConfined(file, name: path, maxPixels: maxPixels)
        } catch let error as WorkerError {
            throw error
        } catch {
            throw unusable(path)
        }
    }

    private static func unusable(_ path: String) -> RecordingImageError {
        RecordingImageError(
            category: .badData,
            description: "“\(path)” is not a supported image; use a file such as PNG or JPEG, with at most 33 "
                + "million pixels and \(maxBytes >> 20) MB")
    }
}

/// An error that occurs while using an image.
package struct RecordingImageError: CategorizedError {
    package let category: ErrorCategory
    package let description: String
}
