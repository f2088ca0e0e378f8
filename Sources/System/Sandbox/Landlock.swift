import CLinux
import Descriptors
import Glibc

/// Rules of the kernel about the files and the network that a process may use (landlock(7)).
enum Landlock {
    /// Returns all rights to files that a version handles (`LANDLOCK_ACCESS_FS_…`): 13 since version 1, one more since each
    /// of 2, 3 and 5.
    private static func fileRights(version: Int) -> UInt64 {
        1 << (13 + [2, 3, 5].count { version >= $0 }) - 1
    }

    /// The version of the kernel's interface, or 0 if the kernel has no Landlock or it is off.
    static var version: Int { max(0, Int(replay_landlock_version())) }

    /// Forbids all files, networks and scopes that the version handles.
    ///
    /// Before version 8, this confines the calling thread and those that it starts.
    /// - Parameter version: The version to use, at least 1.
    /// - Returns: The `errno` of the failure; nil if the rules are in force.
    static func restrict(version: Int) -> Int32? {
        // TCP is handled since version 4 (bind and connect), scopes since 6 (abstract sockets and signals).
        let handled = [fileRights(version: version), version >= 4 ? 0b11 : 0, version >= 6 ? 0b11 : 0]
        let count = version >= 6 ? 3 : version >= 4 ? 2 : 1
        guard let rules = OwnedDescriptor(replay_landlock_create(handled, count)) else { return errno }
        return replay_landlock_restrict(rules.descriptor.rawValue) == 0 ? nil : errno
    }
}
