import Glibc
import ReplayErrors
import ReplayLibrary

/// The program `replay-media`, which has the commands that read, edit and render movies.
enum MediaProgram {
    /// Continues as that program, with the same arguments.
    /// - Returns: only where that cannot be done: why.
    static func takeOver() -> MediaProgramError {
        guard let path = ProgramPath.sibling("replay-media", variable: "REPLAY_MEDIA") else {
            return MediaProgramError(
                description: "there is no program “replay-media” beside this one; install Replay anew, or name it by "
                    + "REPLAY_MEDIA")
        }
        execv(path.cPath, CommandLine.unsafeArgv)
        return MediaProgramError(description: "cannot run \(path): \(String(cString: strerror(errno)).lowercased())")
    }
}

/// `replay-media` cannot be run.
struct MediaProgramError: CategorizedError {
    let description: String
    var category: ErrorCategory { .unavailable }
}
