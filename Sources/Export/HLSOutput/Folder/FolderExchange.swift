import Descriptors
import FFmpeg
import Files
import Glibc
import ReplayMovie
import ReplayRendering

/// Replaces an HLS folder with a new one.
struct FolderExchange {
    private static let (pause, maxWait): (UInt32, Duration) = (20_000, .seconds(10))

    private let name: String
    private let parent: Directory
    /// The temporary name of the old folder, on a file system that cannot exchange names. It is derived from the
    /// folder's name alone, so that a later process finds it.
    private let aside: String

    init(_ name: String, in parent: Directory) throws {
        self.name = name
        self.parent = parent
        aside = ".replay-\(try ContentHash.of(name.pathBytes).prefix(16)).old"
    }

    /// Restores or removes an old folder that a killed process has left under its temporary name.
    func recover() throws {
        guard parent.contains(aside) else { return }
        // If the folder is locked, another process is working on it.
        guard let lock = try FolderLock(aside, in: parent, waits: false) else { return }
        defer { withExtendedLifetime(lock) {} }
        if !parent.contains(name) {
            try parent.rename(aside, to: name)
        } else if try parent.directory(name).contains(HLSManifest.fileName) {
            try removeOld(aside)
        }
        try parent.sync()
    }

    /// Replaces the folder.
    /// - Parameters:
    ///   - new: The temporary name of the new folder. Nothing has this name afterwards.
    ///   - path: The path of the folder, for error messages.
    /// - Throws: `ExportError.foreignFolder` if a file that Replay did not write has appeared in the old folder. The
    ///   old folder is then back in its place.
    func replace(with new: String, path: String) throws {
        // After the exchange, the old folder has the name of a leftover. While it is locked, no other process removes
        // it.
        let lock = try FolderLock(name, in: parent, waits: true, path: path)
        defer { withExtendedLifetime(lock) {} }
        if try parent.exchange(new, with: name) {
            do {
                _ = try PublishedFolder(new, in: parent, path: path)
            } catch {
                _ = try parent.exchange(new, with: name)
                throw error
            }
            try parent.sync()
            try removeOld(new)
        } else {
            try replaceByRenaming(new, at: path)
        }
    }

    /// Replaces the folder in two steps. At each instant, the old or the new folder exists and is complete. Between the
    /// steps, neither has its final name.
    private func replaceByRenaming(_ new: String, at path: String) throws {
        try recover()
        try parent.rename(name, to: aside)
        do {
            _ = try PublishedFolder(aside, in: parent, path: path)
            try parent.rename(new, to: name)
        } catch {
            try parent.rename(aside, to: name)
            throw error
        }
        try parent.sync()
        try removeOld(aside)
    }

    private func removeOld(_ old: String) throws { try parent.removeTree(old, last: HLSManifest.fileName) }

    /// A lock on a folder of Replay that is being replaced.
    private final class FolderLock {
        private let file: OwnedDescriptor?

        /// Locks a folder.
        /// - Parameter waits: True to wait up to `maxWait` for another process to release the lock.
        /// - Returns: Nil if another process holds the lock and `waits` is false.
        /// - Throws: `ExportError.outputBusy` if the wait ends without the lock.
        init?(_ name: String, in parent: Directory, waits: Bool, path: String = "") throws {
            let folder = try parent.directory(name)
            guard folder.contains(HLSManifest.fileName) else {
                // The folder is empty, or not one of Replay.
                file = nil
                return
            }
            let file = try Self.open(in: folder)
            self.file = file
            let end = ContinuousClock.now + (waits ? FolderExchange.maxWait : .zero)
            while Directory.lock(file) == .held {
                guard ContinuousClock.now < end else {
                    if waits { throw ExportError.outputBusy(path) }
                    return nil
                }
                usleep(FolderExchange.pause)
            }
        }

        /// Some file systems lock only writable files, but the file may belong to another user.
        private static func open(in folder: Directory) throws(FileSystemError) -> OwnedDescriptor {
            do throws(FileSystemError) {
                return try folder.openFile(HLSManifest.fileName, mode: .readWrite, options: .nonBlocking)
            } catch {
                return try folder.openFile(HLSManifest.fileName, mode: .readOnly, options: .nonBlocking)
            }
        }
    }
}
