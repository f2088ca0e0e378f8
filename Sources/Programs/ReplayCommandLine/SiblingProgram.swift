import Files
import Glibc
package import ReplayErrors
import Subprocess

/// A program of Replay that contains some of the commands, because of the libraries that they need.
package struct SiblingProgram: Sendable {
    private let name: String
    /// The environment variable with its path.
    private let variable: String

    /// The program with the commands that read, edit and render movies.
    package static let media = SiblingProgram(name: "replay-media", variable: "REPLAY_MEDIA")
    /// The program with `replay preview` and `replay validate`, which need SwiftNIO.
    package static let preview = SiblingProgram(name: "replay-preview", variable: "REPLAY_PREVIEW")

    /// Executes that program in this process, with the same arguments. Call it on the main thread, as `CommandRun`
    /// explains.
    /// - Returns: The error. If the call succeeds, it does not return.
    package func takeOver() -> SiblingProgramError {
        guard let path else { return missing }
        execv(path.cPath, CommandLine.unsafeArgv)
        return SiblingProgramError(
            description: "cannot run \(path): \(String(cString: strerror(errno)).lowercased())")
    }

    /// Repairs interrupted recordings with `replay recover`. A recording that cannot be repaired is not reported here.
    static func recover() async throws {
        guard let path = media.path else { throw media.missing }
        _ = try await Subprocess.run(
            .path(.init(path)), arguments: ["recover"], input: .none, output: .discarded, error: .discarded)
    }

    private var path: String? { ProgramPath.sibling(name, variable: variable) }

    package var missing: SiblingProgramError {
        SiblingProgramError(
            description: "cannot find the program “\(name)”; reinstall Replay, or set \(variable) to its path")
    }
}

/// An error that occurs if a program of Replay cannot be run.
package struct SiblingProgramError: CategorizedError {
    package let description: String
    package var category: ErrorCategory { .unavailable }
}
