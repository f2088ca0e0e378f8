import Foundation
import ReplayTestSupport

/// A folder of one's own with a library of recordings, in which to run `replay`.
final class Desk {
    let folder: URL
    let home: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "replay-desk-\(UUID().uuidString.prefix(8))")
        home = folder.appending(path: "home")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    static var replayPath: String { ReplayProcess.programs.appending(path: "replay").path }

    func path(_ name: String) -> String { folder.appending(path: name).path }

    func start(_ arguments: [String]) throws -> Program {
        try start(command: [Self.replayPath] + arguments)
    }

    /// Starts `replay` at a terminal.
    func terminal(_ arguments: String...) throws -> TerminalProcess {
        try TerminalProcess(arguments, environment: environment, folder: folder)
    }

    /// Writes the user's own defaults.
    func write(config text: String) throws {
        let place = folder.appending(path: "config/replay")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place.appending(path: "config.json"))
    }

    func replay(_ arguments: String...) throws -> Program.Outcome { try start(arguments).wait() }

    /// Runs a line of sh, in which `$REPLAY` is the binary.
    func shell(_ script: String) throws -> Program.Outcome { try start(command: ["sh", "-c", script]).wait() }

    func start(command: [String]) throws -> Program {
        try Program(command, environment: environment, folder: folder)
    }

    private var environment: [String: String] {
        var environment = ProcessInfo.processInfo.environment
        environment["REPLAY_HOME"] = home.path
        environment["REPLAY"] = Self.replayPath
        environment["XDG_CONFIG_HOME"] = path("config")
        environment["XDG_CACHE_HOME"] = path("cache")
        environment["COLUMNS"] = "80"
        return environment
    }

    /// Runs `replay`, which has to succeed, and gives its line.
    @discardableResult
    func result(_ arguments: String...) throws -> String {
        let outcome = try start(arguments).wait()
        guard outcome.status == 0 else {
            throw Program.ToolFailure(description: "\(arguments) ended with \(outcome.status): \(outcome.errors)")
        }
        return outcome.line
    }

    /// Imports a movie made by ffmpeg from these arguments.
    func importMovie(_ movie: SourceMovie = .plain) throws -> String {
        try movie.make(at: path(movie.file))
        return try result("import", path(movie.file))
    }

    func recordingFolder(_ id: String) -> URL { home.appending(path: "recordings/\(id)") }

    func movieBytes(_ id: String) throws -> Data {
        try Data(contentsOf: recordingFolder(id).appending(path: "movie.mp4"))
    }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// What is in a folder of the desk, hidden files too.
    func names(in name: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
    }
}
