/// A folder that cannot be checked.
public struct HLSError: Error, Sendable, CustomStringConvertible {
    /// Why not.
    public enum Reason: Sendable, Equatable {
        /// There is no `.m3u8` file in it.
        case noPlaylist
        /// It is an address, not a folder.
        case address
    }

    /// What was to be checked.
    public let path: String
    public let reason: Reason

    init(path: String, reason: Reason) { (self.path, self.reason) = (path, reason) }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch reason {
        case .noPlaylist: "\(path) has no playlist: a folder of HLS has a file whose name ends in .m3u8"
        case .address: "\(path) cannot be checked: only folders of this machine are taken; fetch it into one first"
        }
    }
}
