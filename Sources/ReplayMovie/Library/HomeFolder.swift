import Glibc

/// Where the user of this process is at home.
enum HomeFolder {
    /// `$HOME`, else what the passwd database says.
    /// - Throws: `FileSystemError` where neither says anything.
    static func path() throws(FileSystemError) -> String {
        if let home = String.variable("HOME") ?? passwdEntry() { return home }
        throw FileSystemError(
            EINVAL, operation: "find", subject: "a place for the recordings",
            reason: "HOME is not set, and the user \(geteuid()) has no passwd entry; name a folder by REPLAY_HOME")
    }

    private static func passwdEntry() -> String? {
        var size = 1 << 10
        while size <= 1 << 20 {
            var (entry, result) = (passwd(), UnsafeMutablePointer<passwd>?.none)
            var buffer = [CChar](repeating: 0, count: size)
            let code = getpwuid_r(geteuid(), &entry, &buffer, size, &result)
            if code == ERANGE {
                size *= 2
            } else if code != EINTR {
                guard result != nil, let home = entry.pw_dir.map({ String(cString: $0) }) else { return nil }
                return home.isEmpty ? nil : home
            }
        }
        return nil
    }
}
