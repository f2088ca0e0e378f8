package import Glibc

/// Files and folders that others may read, as far as the user's umask lets them.
extension Directory {
    /// `O_TMPFILE`, which Swift's Glibc module leaves out.
    private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Makes a folder in this one.
    /// - Parameter shownName: what to call it in messages; nil: its name.
    /// - Throws: `EEXIST` where the name is taken.
    package func createSharedDirectory(
        _ name: String, shownAs shownName: String? = nil
    ) throws(FileSystemError) -> Directory {
        try check(name)
        guard mkdirat(descriptor, name.cPath, 0o755) == 0 else {
            throw FileSystemError(operation: "create the folder", subject: path + "/" + name)
        }
        let made = try openFile(name, flags: O_RDONLY | O_DIRECTORY)
        return Directory(descriptor: made, path: path + "/" + (shownName ?? name))
    }

    /// Makes a file in this folder, to be read and written.
    /// - Returns: a descriptor that is the caller's to close.
    /// - Throws: `EEXIST` where the name is taken.
    package func createSharedFile(_ name: String) throws(FileSystemError) -> Int32 {
        try check(name)
        let file = openat(descriptor, name.cPath, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw FileSystemError(operation: "create", subject: path + "/" + name) }
        return file
    }

    /// Opens a file on this folder's disk that has no name yet.
    /// - Parameter mode: less the umask.
    /// - Returns: a descriptor that is the caller's to close; nil where the file system has no such files.
    package func createNamelessFile(mode: mode_t) throws(FileSystemError) -> Int32? {
        let file = openat(descriptor, ".", O_RDWR | Self.nameless | O_CLOEXEC, mode)
        if file >= 0 { return file }
        guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
            throw FileSystemError(operation: "write to", subject: path)
        }
        return nil
    }
}
