import Glibc
import ReplayErrors
import ReplayLibrary
import Subprocess

/// The program `replay-media`, which has the commands that read, edit and render movies.
enum MediaProgram {
    /// Continues as that program, with the same arguments. To be called by the main thread: see `CommandRun`.
    /// - Returns: only where that cannot be done: why.
    static func takeOver() -> MediaProgramError {
        guard let path else { return missing }
        execv(path.cPath, CommandLine.unsafeArgv)
        return MediaProgramError(description: "cannot run \(path): \(String(cString: strerror(errno)).lowercased())")
    }

    /// Repairs interrupted recordings, as `replay recover` does; of one that it cannot repair nothing is said here.
    static func recover() async throws {
        guard let path else { throw missing }
        _ = try await Subprocess.run(
            .path(.init(path)), arguments: ["recover"], input: .none, output: .discarded, error: .discarded)
    }

    private static var path: String? { ProgramPath.sibling("replay-media", variable: "REPLAY_MEDIA") }

    static var missing: MediaProgramError {
        MediaProgramError(
            description: "there is no program “replay-media”; install Replay anew, or name the program by REPLAY_MEDIA")
    }
}

/// `replay-media` cannot be run.
struct MediaProgramError: CategorizedError {
    let description: String
    var category: ErrorCategory { .unavailable }
}
