internal import CLinux
import Glibc

extension Directory {
    /// How a file system says that it does not do something with names.
    private static let refusals: Set<Int32> = [EINVAL, ENOSYS, EOPNOTSUPP, EPERM]
    private static let (noReplace, exchange): (UInt32, UInt32) = (1, 2)

    package func rename(_ old: String, to new: String) throws(FileSystemError) {
        try check(old)
        try check(new)
        guard renameat(descriptor, old.cPath, descriptor, new.cPath) == 0 else {
            throw FileSystemError(operation: "rename", subject: path + "/" + old)
        }
    }

    /// Gives two folders or files of this folder each other's name, in one step.
    /// - Returns: false where the file system cannot.
    package func exchange(_ name: String, with other: String) throws(FileSystemError) -> Bool {
        try check(name)
        try check(other)
        if replay_rename(descriptor, name.cPath, other.cPath, Self.exchange) == 0 { return true }
        guard Self.refusals.contains(errno) else {
            throw FileSystemError(operation: "exchange", subject: path + "/" + name)
        }
        return false
    }

    /// Gives a file a name that nothing has: never in place of something, whatever the file system can do.
    /// - Throws: `EEXIST` where the name is taken.
    package func renameNew(_ old: String, to new: String) throws(FileSystemError) {
        try check(old)
        try check(new)
        if replay_rename(descriptor, old.cPath, new.cPath, Self.noReplace) == 0 { return }
        guard Self.refusals.contains(errno) else { throw nameError(new) }
        if linkat(descriptor, old.cPath, descriptor, new.cPath, 0) == 0 { return try remove(old) }
        guard Self.refusals.contains(errno) || errno == EMLINK else { throw nameError(new) }
        try renameOverOwn(old, to: new)
    }

    /// Makes an empty file of the name, and replaces that one: where there are neither links nor flags.
    private func renameOverOwn(_ old: String, to new: String) throws(FileSystemError) {
        guard let file = open(new, .writeOnly, [.create, .exclusiveCreate, .noFollow], permissions: .ownerReadWrite)
        else {
            throw nameError(new)
        }
        guard let made = try? file.descriptor.stat(), let now = status(of: new),
            FileIdentifier(now) == FileIdentifier(made)
        else {
            throw FileSystemError(EEXIST, operation: "name", subject: path + "/" + new)
        }
        do throws(FileSystemError) {
            try rename(old, to: new)
        } catch {
            try? remove(new)
            throw error
        }
    }

    private func nameError(_ name: String) -> FileSystemError {
        FileSystemError(operation: "name", subject: path + "/" + name)
    }
}
