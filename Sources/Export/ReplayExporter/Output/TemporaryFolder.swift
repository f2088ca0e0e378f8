import Descriptors
package import Files
import Glibc
import ReplayLibrary

/// A folder in which something is made before it gets its name. A file in it is locked for as long as this is held, so
/// that nobody takes it for the leftover of a process that was killed.
package final class TemporaryFolder: Sendable {
    package let folder: Directory
    package let name: String
    private let parent: Directory
    private let lockName: String
    /// The lock goes with the descriptor, and with the process.
    private let lock: OwnedDescriptor

    /// - Parameters:
    ///   - lockName: the file that is locked; it is made, and empty.
    ///   - shownName: what to call it in messages, where others may read it as far as the umask lets them; nil: it is private,
    ///     of mode 0700.
    package init(in parent: Directory, lockName: String, shownAs shownName: String? = nil) throws {
        self.parent = parent
        self.lockName = lockName
        while true {
            let name = TemporaryName().text
            let folder =
                try shownName == nil
                ? parent.createDirectory(name) : parent.createSharedDirectory(name, shownAs: shownName)
            if let lock = try Self.lock(lockName, in: folder) {
                (self.name, self.folder, self.lock) = (name, folder, lock)
                return
            }
        }
    }

    /// - Returns: nil where somebody took the folder for a leftover, before it was locked.
    private static func lock(_ name: String, in folder: Directory) throws -> OwnedDescriptor? {
        let file: OwnedDescriptor
        do throws(FileSystemError) {
            file = try folder.createSharedFile(name)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
        return Directory.claim(file) ? file : nil
    }

    /// Writes the contents of the locked file.
    package func write(_ bytes: [UInt8]) throws {
        let path = folder.path + "/" + lockName
        try FileBytes.write(bytes, to: lock, at: 0, path: path)
        try FileBytes.sync(lock, path: path)
    }

    /// Removes it with all that is in it, the locked file last; nothing where another folder has its name.
    package func remove() throws {
        guard let found = parent.status(of: name), folder.ancestors().first == FileIdentifier(found) else { return }
        try parent.removeTree(name, last: lockName)
    }
}
