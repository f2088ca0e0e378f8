/// The kind of failure that an error is. Programs that call Replay can decide by the category what to do.
///
/// The set is open: a program that embeds Replay may add its own categories.
public struct ErrorCategory: Hashable, Sendable {
    /// The name of the category, for logs.
    public let name: String
    /// The exit code of a program that ends with this failure: one of sysexits(3), 1, or 128 and a signal number.
    public let exitCode: Int32

    /// Creates a category with a name and an exit code.
    public init(name: String, exitCode: Int32) {
        self.name = name
        self.exitCode = exitCode
    }

    /// Any other failure.
    public static let failed = ErrorCategory(name: "failed", exitCode: 1)
    /// The request is invalid (EX_USAGE).
    public static let usage = ErrorCategory(name: "usage", exitCode: 64)
    /// A file has invalid contents (EX_DATAERR).
    public static let badData = ErrorCategory(name: "badData", exitCode: 65)
    /// An input does not exist or cannot be read (EX_NOINPUT).
    public static let noInput = ErrorCategory(name: "noInput", exitCode: 66)
    /// Something that is needed is missing, such as a display, a server or a program (EX_UNAVAILABLE).
    public static let unavailable = ErrorCategory(name: "unavailable", exitCode: 69)
    /// An output cannot be written (EX_CANTCREAT).
    public static let cannotCreate = ErrorCategory(name: "cannotCreate", exitCode: 73)
    /// Something is in use or does not answer. It may work later (EX_TEMPFAIL).
    public static let temporary = ErrorCategory(name: "temporary", exitCode: 75)
    /// The operation is not permitted (EX_NOPERM).
    public static let notPermitted = ErrorCategory(name: "notPermitted", exitCode: 77)
    /// The operation was cancelled, for example by Ctrl-C (128 + SIGINT).
    public static let cancelled = ErrorCategory(name: "cancelled", exitCode: 130)
    /// The process was asked to terminate (128 + SIGTERM).
    public static let terminated = ErrorCategory(name: "terminated", exitCode: 143)
}

/// An error of Replay with a category and a one-sentence description: what failed, on what, why, and what to do.
///
/// The sentence begins in lower case, unless it begins with a name, and has no full stop, because it follows “replay: ”.
public protocol CategorizedError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    var category: ErrorCategory { get }
}
