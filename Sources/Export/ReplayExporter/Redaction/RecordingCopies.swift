import Files
import FoundationEssentials
import Glibc
import ReplayLibrary

/// The copies of a recording's media that unfinished exports and players keep outside its folder. They are chunk
/// folders in the library, beside earlier exports or at planned places, and private exports for playback.
struct RecordingCopies {
    /// The absolute paths of the folders.
    let paths: [String]

    /// Finds the copies.
    /// - Throws: `FileSystemError`, `DocumentError`.
    init(_ recording: Recording) throws {
        let beside = try recording.exportPaths.map { $0 + ".chunks" }
        let chunks = try (LibraryFiles(recording.home).folders + beside + recording.chunkFolders).filter {
            try Self.isChunkFolder($0, of: recording)
        }
        paths = Array(Set(chunks)).sorted() + (try Self.played(recording))
    }

    /// Returns true if the folder has chunks of this recording. A damaged plan belongs to no recording.
    /// - Throws: `FileSystemError` if the folder cannot be read, because a copy in it would remain.
    private static func isChunkFolder(_ path: String, of recording: Recording) throws(FileSystemError) -> Bool {
        do {
            return try ChunkFolder.open(path).readPlan().recording == recording.id
        } catch let error as FileSystemError {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
            return false
        } catch {
            return false
        }
    }

    /// Returns the folders of private exports that are being played, or were when the player was killed.
    private static func played(_ recording: Recording) throws -> [String] {
        let cache = try CacheFolder.path + "/play"
        return try names(in: cache).filter { try names(in: cache + "/" + $0).contains("\(recording.id).mp4") }
            .map { cache + "/" + $0 }
    }

    /// Returns the names in a folder, or no names if it does not exist or is a file.
    private static func names(in path: String) throws(FileSystemError) -> [String] {
        do throws(FileSystemError) {
            return try Directory.open(path).entries()
        } catch {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
            return []
        }
    }

    /// Removes the copies.
    /// - Throws: `FileSystemError`.
    /// - Throws: `FileSystemError`.
    func remove() throws {
        for path in paths {
            let (parent, name) = path.pathParts
            if let chunks = try? ChunkFolder.open(path), chunks.directory.contains(ChunkFolder.planName) {
                try chunks.remove()
            } else {
                try Directory.open(parent).removeTree(name)
            }
        }
    }
}
