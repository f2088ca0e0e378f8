import Files
import Glibc
package import ReplayErrors
import Subprocess

/// A program of ours that has some of the commands, for what these are linked with.
package struct SiblingProgram: Sendable {
    private let name: String
    /// The environment variable that names it.
    private let variable: String

    /// The commands that read, edit and render movies.
    package static let media = SiblingProgram(name: "replay-media", variable: "REPLAY_MEDIA")
    /// `replay preview` and `replay validate`, which need SwiftNIO.
    package static let preview = SiblingProgram(name: "replay-preview", variable: "REPLAY_PREVIEW")

    /// Continues as that program, with the same arguments. To be called by the main thread: see `CommandRun`.
    /// - Returns: only where that cannot be done: why.
    package func takeOver() -> SiblingProgramError {
        guard let path else { return missing }
        execv(path.cPath, CommandLine.unsafeArgv)
        return SiblingProgramError(
            description: "cannot run \(path): \(String(cString: strerror(errno)).lowercased())")
    }

    /// Repairs interrupted recordings, as `replay recover` does; of one that it cannot repair nothing is said here.
    static func recover() async throws {
        guard let path = media.path else { throw media.missing }
        _ = try await Subprocess.run(
            .path(.init(path)), arguments: ["recover"], input: .none, output: .discarded, error: .discarded)
    }

    private var path: String? { ProgramPath.sibling(name, variable: variable) }

    package var missing: SiblingProgramError {
        SiblingProgramError(
            description: "there is no program “\(name)”; install Replay anew, or name the program by \(variable)")
    }
}

/// A program of ours cannot be run.
package struct SiblingProgramError: CategorizedError {
    package let description: String
    package var category: ErrorCategory { .unavailable }
}
