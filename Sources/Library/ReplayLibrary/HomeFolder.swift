package import Files
import Glibc

/// Where the user of this process is at home.
package enum HomeFolder {
    /// `$HOME`, else what the passwd database says.
    /// - Throws: `FileSystemError` where neither says anything.
    package static func path() throws(FileSystemError) -> String {
        if let home = String.variable("HOME") ?? passwdEntry() { return home }
        throw FileSystemError(
            EINVAL, operation: "find", subject: "a place for the recordings",
            reason: "HOME is not set, and the user \(geteuid()) has no passwd entry; name a folder by REPLAY_HOME")
    }

    /// Where the user's settings are: `$XDG_CONFIG_HOME`, else `~/.config`.
    /// - Throws: `FileSystemError` where the user has no home.
    package static func config() throws(FileSystemError) -> String {
        if let folder = String.variable("XDG_CONFIG_HOME") { folder } else { try path() + "/.config" }
    }

    /// Where what can be made again is: `$XDG_CACHE_HOME`, else `~/.cache`.
    /// - Throws: `FileSystemError` where the user has no home.
    static func cache() throws(FileSystemError) -> String {
        if let folder = String.variable("XDG_CACHE_HOME") { folder } else { try path() + "/.cache" }
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

/// Where files are that can be made again: `$XDG_CACHE_HOME/replay`, else `~/.cache/replay`.
package enum CacheFolder {
    /// Where it is; it need not be there.
    /// - Throws: `FileSystemError` where the user has no home.
    package static var path: String { get throws(FileSystemError) { try HomeFolder.cache() + "/replay" } }

    /// Opens a folder in it; it is made, with mode 0700, where it is missing.
    /// - Throws: `FileSystemError`.
    package static func open(_ name: String) throws(FileSystemError) -> Directory {
        let folder = try Directory.create(path + "/" + name)
        try folder.requireOwned(advice: "or name another folder by XDG_CACHE_HOME")
        return folder
    }
}
