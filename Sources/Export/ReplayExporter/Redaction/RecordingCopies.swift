import Files
import FoundationEssentials
import Glibc
import ReplayLibrary

/// What exports keep of a recording outside its folder while they are not done: folders of chunks, in the library, beside an
/// earlier export or where they were planned, and what a player shows.
struct RecordingCopies {
    /// Of the folders, from the root.
    let paths: [String]

    /// - Throws: `FileSystemError`, `DocumentError`.
    init(_ recording: Recording) throws {
        let beside = try recording.exportPaths.map { $0 + ".chunks" }
        let chunks = try (LibraryFiles(recording.home).folders + beside + recording.chunkFolders).filter {
            try Self.isChunkFolder($0, of: recording)
        }
        paths = Array(Set(chunks)).sorted() + (try Self.played(recording))
    }

    /// - Throws: `FileSystemError` if a folder cannot be read: a copy in it would stay. A plan that is damaged belongs to no
    ///   recording.
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

    /// The folders of private exports that are shown, or were when the player was killed.
    private static func played(_ recording: Recording) throws -> [String] {
        let cache = try CacheFolder.path + "/play"
        return try names(in: cache).filter { try names(in: cache + "/" + $0).contains("\(recording.id).mp4") }
            .map { cache + "/" + $0 }
    }

    /// The names in a folder; none if it is not there, or is a file.
    private static func names(in path: String) throws(FileSystemError) -> [String] {
        do throws(FileSystemError) {
            return try Directory.open(path).entries()
        } catch {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
            return []
        }
    }

    /// Removes them.
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
