package import Descriptors
import Glibc
package import SystemPackage

/// Files and folders that others may read, if the user's umask allows it.
extension Directory {
    /// `O_TMPFILE`, which swift-system and Swift's Glibc module lack.
    private static let nameless: FileDescriptor.OpenOptions = [.init(rawValue: 0o20_000_000), .directory]

    /// Makes a folder in this folder.
    /// - Parameter shownName: The name for messages; nil for the folder's own name.
    /// - Throws: `FileSystemError`, with `EEXIST` if the name is taken.
    package func createSharedDirectory(
        _ name: String, shownAs shownName: String? = nil
    ) throws(FileSystemError) -> Directory {
        try check(name)
        guard succeeds(FileRequest(.makeFolder, name, permissions: 0o755)) else {
            throw FileSystemError(operation: "create the folder", subject: path + "/" + name)
        }
        let made = try openFile(name, mode: .readOnly, options: .directory)
        return Directory(made, path: path + "/" + (shownName ?? name))
    }

    /// Makes a file in this folder, and opens it for reading and writing.
    /// - Throws: `FileSystemError`, with `EEXIST` if the name is taken.
    package func createSharedFile(_ name: String) throws(FileSystemError) -> OwnedDescriptor {
        try check(name)
        let permissions: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
        guard
            let file = open(
                name, mode: .readWrite, options: [.create, .exclusiveCreate, .noFollow], permissions: permissions)
        else {
            throw FileSystemError(operation: "create", subject: path + "/" + name)
        }
        return file
    }

    /// Replaces the contents of a file that others may read: readers see the old or the new contents, unless the power
    /// fails meanwhile.
    package func replaceShared(_ name: String, with bytes: [UInt8]) throws(FileSystemError) {
        let temporary = ".\(name).new"
        try remove(temporary)
        let file = try createSharedFile(temporary)
        try FileSystemError.catching("write to", subject: path + "/" + name) {
            try file.descriptor.writeAll(bytes)
            try file.close()
        }
        try rename(temporary, to: name)
    }

    /// Opens a new file without a name on this folder's disk.
    /// - Parameter permissions: The file's permissions, before the umask is applied.
    /// - Returns: The file, or nil if the file system does not support such files.
    package func createNamelessFile(_ permissions: FilePermissions) throws(FileSystemError) -> OwnedDescriptor? {
        if let file = open(".", mode: .readWrite, options: Self.nameless, permissions: permissions) { return file }
        guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else {
            throw FileSystemError(operation: "write to", subject: path)
        }
        return nil
    }
}
