/// What kind of failure an error is, and so what a program that calls Replay can do about it.
///
/// Open: a program that embeds Replay may have categories of its own.
public struct ErrorCategory: Hashable, Sendable {
    /// Its name, for logs.
    public let name: String
    /// The exit code of a program that ends because of it: of sysexits(3), 1, or 128 and the number of a signal.
    public let exitCode: Int32

    /// Sets its properties.
    public init(name: String, exitCode: Int32) {
        self.name = name
        self.exitCode = exitCode
    }

    /// Any other failure.
    public static let failed = ErrorCategory(name: "failed", exitCode: 1)
    /// What was asked for cannot be (EX_USAGE).
    public static let usage = ErrorCategory(name: "usage", exitCode: 64)
    /// A file is not what it should be (EX_DATAERR).
    public static let badData = ErrorCategory(name: "badData", exitCode: 65)
    /// What was named is not there, or cannot be read (EX_NOINPUT).
    public static let noInput = ErrorCategory(name: "noInput", exitCode: 66)
    /// Something that is needed is missing: a display, a server, a program (EX_UNAVAILABLE).
    public static let unavailable = ErrorCategory(name: "unavailable", exitCode: 69)
    /// An output cannot be written (EX_CANTCREAT).
    public static let cannotCreate = ErrorCategory(name: "cannotCreate", exitCode: 73)
    /// It is in use, or does not answer; it may work later (EX_TEMPFAIL).
    public static let temporary = ErrorCategory(name: "temporary", exitCode: 75)
    /// It is not permitted (EX_NOPERM).
    public static let notPermitted = ErrorCategory(name: "notPermitted", exitCode: 77)
    /// It was cancelled, as by Ctrl-C (128 + SIGINT).
    public static let cancelled = ErrorCategory(name: "cancelled", exitCode: 130)
    /// It was told to end (128 + SIGTERM).
    public static let terminated = ErrorCategory(name: "terminated", exitCode: 143)
}

/// An error of Replay's: a category, and one sentence that says what failed, on what, why, and what to do.
///
/// The sentence begins in lower case, unless a name begins it, and has no full stop: it is put behind “replay: ”.
public protocol CategorizedError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    var category: ErrorCategory { get }
}
