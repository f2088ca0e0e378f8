public import ReplayErrors

/// An error in a captions file.
public struct CaptionsError: CategorizedError, Equatable {
    /// The path of the file.
    public let path: String
    /// The line with the error, counted from 1, or nil if the error concerns the whole file.
    public let line: Int?
    package let reason: String

    package init(path: String, line: Int?, reason: String) {
        self.path = path
        self.line = line
        self.reason = reason
    }

    /// The category of the failure.
    public var category: ErrorCategory { .badData }

    /// A description of the failure for the user: a sentence without a full stop.
    public var description: String {
        "\(path)\(line.map { ", line \($0)" } ?? ""): \(reason)"
    }
}
