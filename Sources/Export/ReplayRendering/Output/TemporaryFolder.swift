import Descriptors
package import Files
import Glibc
import ReplayLibrary

/// A folder with a temporary name, in which an output is made before it gets its final name. A file in the folder is
/// locked while this object exists. The lock shows other processes that the folder is not the leftover of a killed
/// process.
package final class TemporaryFolder: Sendable {
    package let folder: Directory
    package let name: String
    private let parent: Directory
    private let lockName: String
    /// The locked descriptor. The lock ends when it is closed or the process ends.
    private let lock: OwnedDescriptor

    /// Creates the folder and locks a file in it.
    /// - Parameters:
    ///   - lockName: The name of the empty file that is created and locked.
    ///   - shownName: The name in error messages of a folder that others may read, as the umask allows. If nil, the
    ///     folder is private (mode 0700).
    package init(in parent: Directory, lockName: String, shownAs shownName: String? = nil) throws {
        self.parent = parent
        self.lockName = lockName
        while true {
            let name = TemporaryName().text
            if let folder = try Self.create(name, in: parent, shownAs: shownName),
                let lock = try Self.lock(lockName, in: folder)
            {
                (self.name, self.folder, self.lock) = (name, folder, lock)
                return
            }
        }
    }

    /// Creates the folder.
    /// - Returns: Nil if another process removed the folder as a leftover before it was opened.
    private static func create(_ name: String, in parent: Directory, shownAs shownName: String?) throws -> Directory? {
        do throws(FileSystemError) {
            return try shownName == nil
                ? parent.createDirectory(name) : parent.createSharedDirectory(name, shownAs: shownName)
        } catch {
            guard error.code == ENOENT, !parent.isRemoved else { throw error }
            return nil
        }
    }

    /// Creates and locks the file.
    /// - Returns: The locked file, or nil if another process removed the folder as a leftover before it was locked.
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

    /// Removes the folder and its contents, the locked file last. It does nothing if another folder now has this name.
    package func remove() throws {
        guard let found = parent.status(of: name), folder.ancestors().first == FileIdentifier(found) else { return }
        try parent.removeTree(name, last: lockName)
    }
}
