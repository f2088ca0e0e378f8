import Glibc

extension Directory {
    /// The error codes with which a file system refuses an operation that it does not support.
    private static let refusals: Set<Int32> = [EINVAL, ENOSYS, EOPNOTSUPP, EPERM]
    private static let (noReplace, exchange): (Int32, Int32) = (1, 2)

    package func rename(_ old: String, to new: String) throws(FileSystemError) {
        try check(old)
        try check(new)
        guard succeeds(FileRequest(.rename, old, to: new)) else {
            throw FileSystemError(operation: "rename", subject: path + "/" + old)
        }
    }

    /// Exchanges the names of two files or folders of this folder in one step (`RENAME_EXCHANGE`).
    /// - Returns: False if the file system does not support it.
    package func exchange(_ name: String, with other: String) throws(FileSystemError) -> Bool {
        try check(name)
        try check(other)
        if succeeds(FileRequest(.rename, name, to: other, flags: Self.exchange)) { return true }
        guard Self.refusals.contains(errno) else {
            throw FileSystemError(operation: "exchange", subject: path + "/" + name)
        }
        return false
    }

    /// Renames a file and never replaces another one, whatever the file system supports.
    /// - Throws: `FileSystemError`, with `EEXIST` if the new name is taken.
    package func renameNew(_ old: String, to new: String) throws(FileSystemError) {
        try check(old)
        try check(new)
        if succeeds(FileRequest(.rename, old, to: new, flags: Self.noReplace)) { return }
        guard Self.refusals.contains(errno) else { throw nameError(new) }
        if linkat(descriptor, old.cPath, descriptor, new.cPath, 0) == 0 { return try remove(old) }
        guard Self.refusals.contains(errno) || errno == EMLINK else { throw nameError(new) }
        try renameOverOwn(old, to: new)
    }

    /// Creates an empty file with the new name and replaces it. For file systems with
    /// neither links nor `RENAME_NOREPLACE`.
    private func renameOverOwn(_ old: String, to new: String) throws(FileSystemError) {
        guard
            let file = open(
                new, mode: .writeOnly, options: [.create, .exclusiveCreate, .noFollow], permissions: .ownerReadWrite)
        else {
            throw nameError(new)
        }
        let made = try FileSystemError.catching("name", subject: path + "/" + new) { try file.descriptor.stat() }
        guard let now = status(of: new), FileIdentifier(now) == FileIdentifier(made) else {
            throw FileSystemError(EEXIST, operation: "name", subject: path + "/" + new)
        }
        do throws(FileSystemError) {
            try rename(old, to: new)
        } catch {
            // The first error is the one to report. At worst, an empty file remains.
            try? remove(new)
            throw error
        }
    }

    private func nameError(_ name: String) -> FileSystemError {
        FileSystemError(operation: "name", subject: path + "/" + name)
    }
}
