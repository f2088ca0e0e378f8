import Descriptors
import FFmpeg
import Files
import Glibc
import ReplayMovie

/// Puts a new HLS folder in the place of an old one.
struct FolderExchange {
    private static let (pause, maxWait): (UInt32, Duration) = (20_000, .seconds(10))

    private let name: String
    private let parent: Directory
    /// Where the old folder is meanwhile, on a file system that cannot exchange names: found again by the name alone.
    private let aside: String

    init(_ name: String, in parent: Directory) throws {
        self.name = name
        self.parent = parent
        aside = ".replay-\(try ContentHash.of(name.pathBytes).prefix(16)).old"
    }

    /// Puts back, or removes, the old folder that a killed process has left aside.
    func recover() throws {
        guard parent.contains(aside) else { return }
        // Whoever is at work on it has locked it.
        guard let lock = try FolderLock(aside, in: parent, waits: false) else { return }
        defer { withExtendedLifetime(lock) {} }
        if !parent.contains(name) {
            try parent.rename(aside, to: name)
        } else if try parent.directory(name).contains(HLSManifest.fileName) {
            try removeOld(aside)
        }
        try parent.sync()
    }

    /// - Parameters:
    ///   - new: the new folder's name so far; afterwards nothing has it.
    ///   - path: what to call the folder in errors.
    /// - Throws: `ExportError.foreignFolder`, with the old folder in its place, where something that is not ours has come into
    ///   it meanwhile.
    func replace(with new: String, path: String) throws {
        // Its new name is that of a leftover: while it is locked nobody takes it for one.
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
            try replaceByRenaming(new, path)
        }
    }

    /// At each instant the old folder or the new one is there, complete, though for one between two steps not by its name.
    private func replaceByRenaming(_ new: String, _ path: String) throws {
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

    /// Says that a folder of ours is being replaced.
    private final class FolderLock {
        private let file: OwnedDescriptor?

        /// - Returns: nil where another process has it, which is waited for a while.
        init?(_ name: String, in parent: Directory, waits: Bool, path: String = "") throws {
            let folder = try parent.directory(name)
            guard folder.contains(HLSManifest.fileName) else {
                // An empty folder.
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

        /// Some file systems lock only what can be written, but the file may be another user's.
        private static func open(in folder: Directory) throws(FileSystemError) -> OwnedDescriptor {
            do throws(FileSystemError) {
                return try folder.openFile(HLSManifest.fileName, .readWrite, .nonBlocking)
            } catch {
                return try folder.openFile(HLSManifest.fileName, .readOnly, .nonBlocking)
            }
        }
    }
}
