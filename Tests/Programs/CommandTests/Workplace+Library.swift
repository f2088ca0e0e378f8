import Foundation
import ReplayTestSupport

extension Workplace {
    /// Writes the user's own defaults.
    func write(config text: String) throws {
        let folder = folder.appending(path: "config/replay")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appending(path: "config.json"))
    }

    /// Runs `replay`, which must succeed, and returns its line.
    @discardableResult
    func result(_ arguments: String...) throws -> String {
        let outcome = try start(arguments).wait()
        guard outcome.status == 0 else {
            throw ServerError("\(arguments) ended with \(outcome.status): \(outcome.errors)")
        }
        return outcome.line
    }

    /// Imports a movie that ffmpeg makes with these arguments, and returns the recording's id.
    func importMovie(_ movie: SourceMovie = .plain) throws -> String {
        try movie.make(at: path(movie.file))
        return try result("import", path(movie.file))
    }

    func recordingFolder(_ id: String) -> URL { home.appending(path: "recordings/\(id)") }

    func movieBytes(_ id: String) throws -> Data {
        try Data(contentsOf: recordingFolder(id).appending(path: "movie.mp4"))
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Returns the names in a folder, hidden files included.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }
}
