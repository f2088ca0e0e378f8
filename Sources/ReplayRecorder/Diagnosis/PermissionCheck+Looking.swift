import Glibc
import ReplayMovie

extension PermissionCheck {
    /// More are not looked at.
    private static let most = 20_000

    /// Looks at the library's folder, its recordings and their files; follows no link.
    /// - Parameter home: nil: the default.
    static func look(at home: String?) -> PermissionCheck {
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
        var status = stat()
        guard entries.count < Self.most, lstat(path, &status) == 0 else { return }
        entries.append(Entry(path: path, mode: status.st_mode & 0o777, isOwn: status.st_uid == geteuid()))
    }
}
