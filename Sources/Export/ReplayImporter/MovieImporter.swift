import FFmpeg
import Files
import MediaTime
import ReplayEditor
public import ReplayLibrary
import ReplayMovie
import Threads
import Workers

/// An importer that makes a recording from any movie that FFmpeg can read.
public struct MovieImporter: Sendable {
    /// The library in which the recording is created.
    public let library: RecordingLibrary

    /// A function that gets each sentence about a difference between the recording and the movie. It is called on the
    /// importer's thread.
    public var report: @Sendable (String) -> Void = { _ in }

    /// The path of the program that imports movies in a sandbox, or nil to import them in this process.
    package var worker = Worker.program

    /// True to refuse movies if the kernel lacks a part of the sandbox or the program that reads them is missing.
    public var requiresSandbox = false

    /// Creates an importer.
    ///
    /// A movie is read by the program `replay-media` in a sandbox. If that program is not installed, this process
    /// reads it, without a sandbox.
    public init(library: RecordingLibrary) { self.library = library }

    /// Copies the video and audio of a movie into a new recording. Tracks with codecs that MP4 does not support are
    /// re-encoded. Chapters become marks, and subtitles become captions. The parts that the edit list hides are cut or
    /// left out. Blocks: call it on a dedicated thread.
    ///
    /// - Parameters:
    ///   - path: The path of the movie.
    ///   - name: The name of the recording. Nil uses the file's name without its extension.
    ///   - takingPart: True to import a truncated movie up to its end.
    /// - Throws: `FileSystemError`, `MovieError`, or another `CategorizedError` if the movie cannot be decoded. No
    ///   recording remains then.
    public func importMovie(at path: String, name: String?, takingPart: Bool = false) throws -> Recording {
        let program = try Worker.confined(by: worker, isRequired: requiresSandbox)
        let facts = RecordingFacts(id: .generate(), name: name ?? Self.name(of: path), origin: .imported)
        let (recording, lock) = try library.create(facts)
        defer { withExtendedLifetime(lock) {} }
        do {
            let movie = try fill(recording, from: path, takingPart: takingPart, by: program)
            let made = try finished(recording, with: movie)
            // The facts are written last. If the import is killed earlier, the recording is discarded, because it may
            // show what the movie hides.
            try made.folder.write(made.facts)
            movie.notes.forEach(report)
            return made
        } catch {
            // The first error is reported. If the folder cannot be removed, it has no movie, so it is not a recording.
            try? library.remove(facts.id)
            throw error
        }
    }

    /// Imports the movie in a sandbox, unless this program is used without Replay's others.
    private func fill(
        _ recording: Recording, from path: String, takingPart: Bool, by program: String?
    ) throws -> ImportedMovie {
        guard let program else {
            return try MovieImport(path: path, recording: recording, takesPart: takingPart).run()
        }
        let task = ImportTask(
            path: path, folder: recording.folder.path, facts: recording.facts, takesPart: takingPart)
        switch try task.run(by: program) {
        case .imported(let movie):
            try removeOtherFiles(of: recording)
            return movie
        case .unusable(let error): throw error
        case .inaccessible(let error): throw error
        }
    }

    /// Removes all files but those of an import. A movie that has taken over the process could leave others, such as a
    /// proxy, which are not read in a sandbox.
    private func removeOtherFiles(of recording: Recording) throws {
        let names = [
            Recording.movieName, Recording.captionsName, RecordingEvent.fileName, RecordingFacts.fileName,
            RecordingLock.fileName, EditDocument.fileName,
        ]
        for name in try recording.folder.entries() where !names.contains(name) { try recording.folder.remove(name) }
    }

    /// Returns the recording with the facts of its end, which are not written yet.
    private func finished(_ recording: Recording, with movie: ImportedMovie) throws -> Recording {
        var facts = movie.complete(recording.facts)
        // A process that a movie has taken over may have written anything.
        guard movie.duration > .zero, movie.frames > 0, let header = try recording.header() else {
            throw MovieError(path: recording.folder.path + "/" + Recording.movieName, reason: .damaged)
        }
        facts.movieHeader = header
        return Recording(id: recording.id, facts: facts, folder: recording.folder)
    }

    /// Returns the name of a file without its extension, in a form that is valid for a recording. Returns nil if it is
    /// empty.
    package static func name(of path: String) -> String? {
        let file = path.withoutEndingSlashes.pathParts.name
        let stem = file.lastIndex(of: ".").map { $0 == file.startIndex ? file[...] : file[..<$0] } ?? file[...]
        let kept = stem.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control || scalar.escapedByte != nil ? "\u{FFFD}" : scalar
        }
        let name = String(String.UnicodeScalarView(kept).prefix(maxNameLength))
        return name.isEmpty ? nil : name
    }

    /// The maximum length of a name, in Unicode scalars.
    private static let maxNameLength = 200

    /// Returns the duration and size from a movie's header. Blocks, but reads only the header, in a sandbox as an
    /// import does.
    ///
    /// - Throws: `FileSystemError`, `MovieError`, or another `CategorizedError`.
    package static func outline(of path: String) throws -> MovieOutline {
        guard let program = try Worker.confined() else { return try MovieOutline(of: path) }
        // A file that is missing needs no worker.
        _ = try RegularFile.open(path)
        switch try OutlineTask(path: path).run(by: program) {
        case .read(let outline): return outline
        case .unusable(let error): throw error
        case .inaccessible(let error): throw error
        }
    }
}

extension MovieImporter {
    /// Imports a movie on a separate thread, as the blocking `importMovie(at:name:takingPart:)` does.
    public func importMovie(at path: String, name: String? = nil, takingPart: Bool = false) async throws -> Recording {
        try await WorkerThread.run(named: "import") { try importMovie(at: path, name: name, takingPart: takingPart) }
    }
}
