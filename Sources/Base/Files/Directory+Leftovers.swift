package import Descriptors
import Glibc

extension Directory {
    /// Removes files and folders with a `TemporaryName` whose processes have ended. Failures are ignored,
    /// because the names conflict with nothing.
    /// - Parameter lockName: The name of the file, in a temporary folder, that its writer locks.
    package func removeLeftovers(lockName: String, on machine: Machine = .current) {
        guard let names = try? entries(startingWith: TemporaryName.prefix) else { return }
        for name in names.compactMap({ TemporaryName($0) }) {
            guard let status = status(of: name.text) else { continue }
            if status.type == .regular { removeFile(name, machine: machine) }
            if status.type == .directory { removeFolder(name, lockName: lockName, machine: machine) }
        }
    }

    private func removeFile(_ name: TemporaryName, machine: Machine) {
        // A file that cannot be opened is kept, because its name conflicts with nothing.
        guard let file = try? openFile(name.text, mode: .readWrite, options: .nonBlocking) else { return }
        // The lock is held until the name is removed: the owner may be about to lock the
        // file, and then checks the link count.
        defer { withExtendedLifetime(file) {} }
        let lock = Self.lock(file)
        if name.isAbandoned(lock, idle: Self.idle(file), on: machine) { try? remove(name.text) }
    }

    private func removeFolder(_ name: TemporaryName, lockName: String, machine: Machine) {
        // A folder that cannot be opened is kept, because its name conflicts with nothing.
        guard let folder = try? directory(name.text) else { return }
        guard let file = try? folder.openFile(lockName, mode: .readWrite, options: .nonBlocking) else {
            // The owner has not locked the folder yet, or was killed before it did. Only an empty folder is removed.
            try? removeFolder(name.text)
            return
        }
        defer { withExtendedLifetime(file) {} }
        let lock = Self.lock(file)
        if name.isAbandoned(lock, idle: folder.idle(Self.idle(file)), on: machine) {
            // A later call removes what remains.
            try? removeTree(name.text, last: lockName)
        }
    }

    /// Tries to lock a file exclusively, without waiting.
    package static func lock(_ file: OwnedDescriptor) -> TemporaryName.Lock {
        if SystemCall.retrying({ flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) }) == 0 { return .free }
        return errno == EWOULDBLOCK ? .held : .unknown
    }

    /// Locks a file that this process has just created.
    /// - Returns: False if another process removed the file first, as a leftover.
    package static func claim(_ file: OwnedDescriptor) -> Bool {
        guard lock(file) != .held, let status = try? file.descriptor.stat() else { return false }
        return status.linkCount > 0
    }

    /// Returns the time since the file was last written, in seconds.
    private static func idle(_ file: OwnedDescriptor) -> Int64 {
        guard let status = try? file.descriptor.stat() else { return 0 }
        return Int64(time(nil)) - Int64(status.st_mtim.tv_sec)
    }

    /// Returns the time since the folder's files, at any depth, were last written, in seconds; at most `known`.
    private func idle(_ known: Int64) -> Int64 {
        guard let names = try? entries() else { return 0 }
        return names.reduce(known) { least, name in
            guard let status = status(of: name) else { return least }
            let own = min(least, Int64(time(nil)) - Int64(status.st_mtim.tv_sec))
            guard status.type == .directory else { return own }
            // A folder that cannot be opened counts as just written, like one that cannot be listed.
            return (try? directory(name))?.idle(own) ?? 0
        }
    }
}
