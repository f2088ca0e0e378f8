import Files
import Glibc
import ReplayLibrary
import ReplaySources
import SystemPackage

/// A check for other users' access to the recordings. A pure value.
struct PermissionCheck: Sendable {
    /// A folder or a file of the library.
    struct Entry: Sendable {
        let path: String
        /// The permission bits.
        let mode: UInt32
        /// True if it belongs to this user.
        let isOwn: Bool
    }

    var home: String
    var entries: [Entry]

    var findings: [Diagnosis.Finding] {
        let foreign = entries.filter { !$0.isOwn }
        let open = entries.filter { $0.mode & 0o077 != 0 }
        if let first = foreign.first {
            let remedy = "change the owner: sudo chown -R $USER \(home)"
            return [.warning("permissions", "\(Self.count(foreign)) of another user: \(first.path)", remedy: remedy)]
        }
        if let first = open.first {
            let found = "other users may open \(Self.count(open)): \(first.path)"
            return [.warning("permissions", found, remedy: "remove this permission: chmod -R go= \(home)/recordings")]
        }
        return [.ok("permissions", "only this user can open the recordings")]
    }

    private static func count(_ entries: [Entry]) -> String {
        entries.count == 1 ? "one file or folder" : "\(entries.count) files and folders"
    }
}

extension PermissionCheck {
    /// The maximum number of files and folders to check.
    private static let most = 20_000

    /// Reads the modes of the library's folder, its recordings and their files. Follows no link.
    /// - Parameter home: The library's home, or nil for the default one.
    static func run(at home: String?) -> PermissionCheck {
        guard let home = home ?? (try? RecordingLibrary.defaultHome) else {
            return PermissionCheck(home: "", entries: [])
        }
        let root = home + "/recordings"
        var check = PermissionCheck(home: home, entries: [])
        check.add(root)
        for recording in names(in: root) {
            check.add("\(root)/\(recording)")
            for file in names(in: "\(root)/\(recording)") { check.add("\(root)/\(recording)/\(file)") }
        }
        return check
    }

    private static func names(in path: String) -> [String] { (try? Directory.open(path).entries()) ?? [] }

    private mutating func add(_ path: String) {
        guard entries.count < Self.most, let status = try? Stat(path, followTargetSymlink: false) else { return }
        let mode = status.permissions.rawValue & 0o777
        entries.append(Entry(path: path, mode: mode, isOwn: status.userID.rawValue == geteuid()))
    }
}
