public import ReplayErrors

/// An error that prevents a validation.
public struct HLSError: CategorizedError {
    /// The reasons.
    public enum Reason: Sendable, Equatable {
        /// The folder contains no `.m3u8` file.
        case noPlaylist
        /// The address belongs to another machine, or does not name a file.
        case address
        /// The address has no playlist, or no server answers.
        case unreachable
    }

    /// The folder or address to validate.
    public let path: String
    /// The reason.
    public let reason: Reason

    init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }

    /// The category of the error.
    public var category: ErrorCategory { .noInput }

    /// A sentence for the user, without a full stop.
    public var description: String {
        switch reason {
        case .noPlaylist: "\(path) has no playlist: an HLS folder has a file whose name ends in .m3u8"
        case .address:
            "\(path) cannot be checked: only folders and addresses of this machine (http://127.0.0.1:8000/main.m3u8) "
                + "are supported"
        case .unreachable: "\(path) cannot be checked: there is no playlist, or no server answers"
        }
    }
}
