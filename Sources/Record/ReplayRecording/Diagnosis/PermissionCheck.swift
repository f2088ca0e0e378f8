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
    /// The reason why a folder or file could not be looked at; nil: all were.
    var failure: String?

    var findings: [Diagnosis.Finding] {
        let foreign = entries.filter { !$0.isOwn }
        let open = entries.filter { $0.mode & 0o077 != 0 }
        if let first = foreign.first {
            let remedy = "change the owner: sudo chown -R $USER \(home)"
            return [
                .warning("permissions", found: "\(Self.count(foreign)) of another user: \(first.path)", remedy: remedy)
            ]
        }
        if let first = open.first {
            let found = "other users may open \(Self.count(open)): \(first.path)"
            return [
                .warning("permissions", found: found, remedy: "remove this permission: chmod -R go= \(home)/recordings")
            ]
        }
        if let failure {
            let remedy = "let this user read it: chmod -R u+rwX \(home)/recordings"
            return [.warning("permissions", found: failure, remedy: remedy)]
        }
        return [.ok("permissions", found: "only this user can open the recordings")]
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
        // Without a home the user has no recordings; the finding on the disk says so.
        guard let home = home ?? (try? RecordingLibrary.defaultHome) else {
            return PermissionCheck(home: "", entries: [])
        }
        let root = home + "/recordings"
        var check = PermissionCheck(home: home, entries: [])
        check.add(root)
        for recording in check.names(in: root) {
            check.add("\(root)/\(recording)")
            for file in check.names(in: "\(root)/\(recording)") { check.add("\(root)/\(recording)/\(file)") }
        }
        return check
    }

    /// The names in a folder; none if it is a file or is not there.
    private mutating func names(in path: String) -> [String] {
        do throws(FileSystemError) { return try Directory.open(path).entries() } catch {
            note(error)
            return []
        }
    }

    private mutating func note(_ error: FileSystemError) {
        // Recordings are removed meanwhile; a link, and a file of the user's own, is no recording.
        guard ![ENOENT, ENOTDIR, ELOOP].contains(error.code) else { return }
        failure = failure ?? error.description
    }

    private mutating func add(_ path: String) {
        guard entries.count < Self.most else { return }
        let status: Stat
        do throws(FileSystemError) {
            status = try FileSystemError.catching("look at", subject: path) {
                try Stat(path, followTargetSymlink: false)
            }
        } catch {
            return note(error)
        }
        let mode = status.permissions.rawValue & 0o777
        entries.append(Entry(path: path, mode: mode, isOwn: status.userID.rawValue == geteuid()))
    }
}
