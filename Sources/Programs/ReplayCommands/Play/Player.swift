import Glibc
import ReplayCommandLine
import ReplayErrors
import Subprocess

/// A program that plays a file.
struct Player {
    /// The path of the program.
    let program: String
    private let options: [String]
    /// True if the program passes the file to another program and may end before that one.
    private let isOpener: Bool

    /// The known players, in the order in which they are tried.
    private static let known: [(name: String, options: [String])] = [
        ("mpv", ["--force-window=yes"]), ("vlc", ["--play-and-exit"]), ("ffplay", ["-autoexit", "-loglevel", "error"]),
        ("totem", []), (opener, []),
    ]
    private static let opener = "xdg-open"
    /// The exit codes of ffplay and of other players after Ctrl-C.
    private static let interruptedCodes: Set<Int32> = [123, 128 + SIGINT]

    /// Finds a player.
    /// - Parameter name: A program or its path, or nil for the first known player that is installed.
    /// - Throws: `PlayerError`.
    static func find(_ name: String?) throws(PlayerError) -> Player {
        guard let name else {
            for player in known {
                guard let path = path(of: player.name) else { continue }
                return Player(program: path, options: player.options, isOpener: player.name == opener)
            }
            throw .none
        }
        guard let path = path(of: name) else { throw .unknown(name) }
        let player = known.first { $0.name == path.pathParts.name }
        return Player(program: path, options: player?.options ?? [], isOpener: player?.name == opener)
    }

    private static func path(of name: String) -> String? {
        guard !name.hasByte("/") else { return access(name.cPath, X_OK) == 0 ? name : nil }
        let folders = (String.variable("PATH") ?? "/usr/bin:/bin").utf8.split(separator: UInt8(ascii: ":"))
        return folders.lazy.map { "\(Substring($0))/\(name)" }.first { access($0.cPath, X_OK) == 0 }
    }

    /// Plays a file to its end.
    /// - Throws: `PlayerError` if the player fails.
    func show(_ path: String) async throws {
        let result = try await Subprocess.run(
            .path(.init(program)), arguments: Arguments((options + [path]).map { $0.pathBytes + [0] }),
            input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
            output: .fileDescriptor(.standardError, closeAfterSpawningProcess: false),
            error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false))
        switch result.terminationStatus {
        case .exited(0), .signaled(SIGINT): break
        case .exited(let code) where Self.interruptedCodes.contains(code): break
        case .exited(let code): throw PlayerError.failed(program, code)
        case .signaled(let number): throw PlayerError.failed(program, 128 + number)
        }
        if isOpener, Question.isPossible {
            Terminal.prompt("replay: press Enter after watching to remove the copy ")
            _ = readLine()
        }
    }
}

/// An error that occurs while a player is found or run.
enum PlayerError: CategorizedError {
    /// No known player is installed.
    case none
    case unknown(String)
    /// The player failed, with its exit code.
    case failed(String, Int32)

    var category: ErrorCategory { if case .failed = self { .failed } else { .unavailable } }

    var description: String {
        switch self {
        case .none: "no video player is installed; install mpv, or name another one with --player"
        case .unknown(let name): "cannot find the player “\(name)”"
        case .failed(let program, let code): "\(program) ended with exit code \(code)"
        }
    }
}
