public import ReplayErrors

/// A folder that cannot be checked.
public struct HLSError: CategorizedError {
    /// Why not.
    public enum Reason: Sendable, Equatable {
        /// There is no `.m3u8` file in it.
        case noPlaylist
        /// It is an address of another machine, or of something else than a file.
        case address
        /// There is no playlist at the address, or nobody answers.
        case unreachable
    }

    /// What was to be checked.
    public let path: String
    /// Why it cannot.
    public let reason: Reason

    init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }

    /// What kind of failure it is.
    public var category: ErrorCategory { .noInput }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch reason {
        case .noPlaylist: "\(path) has no playlist: a folder of HLS has a file whose name ends in .m3u8"
        case .address:
            "\(path) cannot be checked: only folders, and addresses of this machine (http://127.0.0.1:8000/main.m3u8), "
                + "are taken"
        case .unreachable: "\(path) cannot be checked: there is no playlist, or no server answers"
        }
    }
}
