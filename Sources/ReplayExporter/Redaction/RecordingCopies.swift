import FoundationEssentials
import ReplayLibrary

/// What exports keep of a recording outside its folder while they are not done: folders of chunks, in the library, beside an
/// earlier export or where they were planned, and what a player shows.
struct RecordingCopies {
    /// Of the folders, from the root.
    let paths: [String]

    /// - Throws: `FileSystemError`, `DocumentError`.
    init(_ recording: Recording) throws {
        let beside = try recording.exportPaths.map { $0 + ".chunks" }
        let chunks = try (LibraryFiles(recording.home).folders + beside + recording.chunkFolders).filter { path in
            (try? ChunkFolder.open(path).readPlan())?.recording == recording.id
        }
        paths = Array(Set(chunks)).sorted() + (try Self.played(recording))
    }

    /// The folders of private exports that are shown, or were when the player was killed.
    private static func played(_ recording: Recording) throws -> [String] {
        let cache = try CacheFolder.path + "/play"
        guard let folder = try? Directory.open(cache) else { return [] }
        return try folder.entries().filter { name in
            (try? folder.directory(name))?.contains("\(recording.id).mp4") ?? false
        }.map { cache + "/" + $0 }
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
