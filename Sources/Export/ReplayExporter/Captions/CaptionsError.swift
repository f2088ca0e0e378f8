public import ReplayErrors

/// A file of captions that cannot be used.
public struct CaptionsError: CategorizedError, Equatable {
    /// The file.
    public let path: String
    /// The line where it is wrong, counted from 1; `nil` where the whole of it is.
    public let line: Int?
    let reason: String

    /// What kind of failure it is.
    public var category: ErrorCategory { .badData }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        "\(path)\(line.map { ", line \($0)" } ?? ""): \(reason)"
    }
}
