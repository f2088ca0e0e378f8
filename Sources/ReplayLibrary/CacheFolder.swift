/// Where files are that can be made again: `$XDG_CACHE_HOME/replay`, else `~/.cache/replay`.
package enum CacheFolder {
    /// Opens a folder in it; it is made, with mode 0700, where it is missing.
    /// - Throws: `FileSystemError`.
    package static func open(_ name: String) throws(FileSystemError) -> Directory {
        let folder = try Directory.create(HomeFolder.cache() + "/replay/" + name)
        try folder.requireOwned(advice: "or name another folder by XDG_CACHE_HOME")
        return folder
    }
}
