import FFmpegFilter
package import Files
import MediaTime
package import ReplayLibrary
package import Workers

/// The import of a movie in a sandbox.
package struct ImportTask: WorkerTask {
    package static let name = "import"

    /// The path of the movie.
    let path: String
    /// The path of the recording's folder, which has no movie yet.
    let folder: String
    let facts: RecordingFacts
    let takesPart: Bool

    /// The end of an import. The errors are those that callers distinguish.
    package enum Output: Codable, Sendable {
        case imported(ImportedMovie)
        case unusable(MovieError)
        case inaccessible(FileSystemError)
    }

    package static func prepare() { FilterGraph.prepare() }

    package func run(in worker: WorkerConnection) throws -> Output {
        do {
            let recording = Recording(id: facts.id, facts: facts, folder: try Directory.open(folder))
            let work = MovieImport(path: path, recording: recording, takesPart: takesPart, report: worker.send)
            return .imported(try work.run())
        } catch let error as MovieError {
            return .unusable(error)
        } catch let error as FileSystemError {
            return .inaccessible(error)
        }
    }

    /// Runs the task in a worker.
    /// - Parameter program: The path of a program that calls `Worker.run`.
    func run(by program: String) throws -> Output {
        var grants = FileGrants()
        grants.grant(path, for: .reading)
        grants.grant(folder, for: .writing)
        let worker = try WorkerProcess(
            self, program: program, operation: "import \(path)", limits: WorkerLimits(inputSize: inputSize),
            grants: grants)
        return try worker.run()
    }

    /// The size of the movie, in bytes; 0 if it cannot be opened, which the worker reports.
    var inputSize: Int64 {
        guard let file = try? RegularFile.open(path) else { return 0 }
        defer { withExtendedLifetime(file) {} }
        // As above.
        return (try? file.descriptor.stat().size) ?? 0
    }
}
