import Files
import FoundationEssentials
import Glibc
import ReplayExporter
import ReplayLibrary

/// The copies of a recording's media that unfinished exports and players keep outside its folder. They are chunk
/// folders in the library, beside earlier exports or at planned places, and private exports for playback.
struct RecordingCopies {
    /// The folders of chunks, sorted.
    private let chunkFolders: [String]
    /// The folders of what a player shows.
    private let played: [String]

    /// The absolute paths of the folders.
    var paths: [String] { chunkFolders + played }

    /// - Throws: `FileSystemError`, `DocumentError`. `ChunkError` if a plan that was made for this recording is damaged: its
    ///   chunks would stay.
    init(_ recording: Recording) throws {
        let beside = try recording.exportPaths().map { $0 + ".chunks" }
        let noted = beside + (try recording.chunkFolders())
        let found = try LibraryFiles(recording.home).folders
        let chunks =
            try noted.filter { try Self.isChunkFolder($0, of: recording, isNoted: true) }
            + found.filter { try Self.isChunkFolder($0, of: recording, isNoted: false) }
        chunkFolders = Self.unique(chunks).sorted()
        played = try Self.played(recording)
    }

    /// The paths without those of the same bytes. A set would take two ways to write “é” for one.
    private static func unique(_ paths: [String]) -> [String] {
        paths.indices.filter { place in
            !paths[..<place].contains { $0.hasSameBytes(as: paths[place]) }
        }.map { paths[$0] }
    }

    /// - Parameter isNoted: True if the recording has noted the folder. Chunks without a plan are removed there: a removal was
    ///   interrupted. A plan elsewhere that is damaged belongs to no recording.
    /// - Throws: `FileSystemError` if a folder cannot be read, `ChunkError` if a noted plan is damaged: a copy would stay.
    private static func isChunkFolder(_ path: String, of recording: Recording, isNoted: Bool) throws -> Bool {
        do {
            let folder = try ChunkFolder.open(path)
            if isNoted, try folder.isPartlyRemoved { return true }
            return try folder.readPlan().recording == recording.id
        } catch let error as FileSystemError {
            guard [ENOENT, ENOTDIR].contains(error.code) else { throw error }
            return false
        } catch ChunkError.noPlan {
            return false
        } catch {
            if isNoted { throw error }
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

    /// Removes them.
    /// - Throws: `FileSystemError`, also if a chunk is being made: it would stay.
    func remove() throws {
        for path in chunkFolders {
            let folder: ChunkFolder
            do { folder = try ChunkFolder.open(path) } catch ChunkError.noPlan {
                // Another program has removed the folder.
                continue
            }
            try folder.remove()
            if let name = try folder.unfinishedFile {
                throw FileSystemError(EBUSY, operation: "remove", subject: "\(path)/\(name)")
            }
        }
        for path in played {
            let (parent, name) = path.pathParts
            try Directory.open(parent).removeTree(name)
        }
    }
}
