package import Files
import Glibc

/// The home folder of the user of this process, and the folders below it from the XDG Base Directory Specification.
package enum HomeFolder {
    /// Returns `$HOME`, or the home folder in the passwd database if `$HOME` is unset or empty.
    /// - Throws: `FileSystemError` if neither names a folder.
    package static func path() throws(FileSystemError) -> String {
        if let home = String.variable("HOME") ?? passwdEntry() { return home }
        throw FileSystemError(
            EINVAL, operation: "find", subject: "a place for the recordings",
            reason: "HOME is not set, and the user \(geteuid()) has no passwd entry; set REPLAY_HOME to a folder")
    }

    /// Returns the folder for settings: `$XDG_CONFIG_HOME`, or `~/.config` if that is unset.
    /// - Throws: `FileSystemError` if the user has no home.
    package static func config() throws(FileSystemError) -> String {
        if let folder = String.variable("XDG_CONFIG_HOME") { folder } else { try path() + "/.config" }
    }

    /// Returns the folder for caches: `$XDG_CACHE_HOME`, or `~/.cache` if that is unset.
    /// - Throws: `FileSystemError` if the user has no home.
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

/// The folder for files that can be made again: `$XDG_CACHE_HOME/replay`, else `~/.cache/replay`.
package enum CacheFolder {
    /// The path of the folder, which need not exist.
    /// - Throws: `FileSystemError` if the user has no home.
    package static var path: String { get throws(FileSystemError) { try HomeFolder.cache() + "/replay" } }

    /// Opens a folder inside the cache folder, and creates it with mode 0700 if it is missing.
    /// - Throws: `FileSystemError` if it cannot be made, belongs to another user, or others may write to it.
    package static func open(_ name: String) throws(FileSystemError) -> Directory {
        let folder = try Directory.create(path + "/" + name)
        try folder.requireOwned(advice: "or set XDG_CACHE_HOME to another folder")
        return folder
    }
}
