import FFmpeg
import Glibc
import ReplayMovie

/// A file that appears under its name only when it is whole: written without a name, then linked in.
///
/// Dropped before `commit()`, or killed, it leaves nothing behind.
package struct OutputFile: ~Copyable {
    private static let copiedAtOnce = 1 << 20

    private let folder: Directory
    private let name: String
    private let descriptor: Int32
    /// Where the file system has no nameless files: the name it has meanwhile.
    private let temporaryName: String?
    private let overwrites: Bool

    private init(folder: Directory, name: String, descriptor: Int32, temporaryName: String?, overwrites: Bool) {
        self.folder = folder
        self.name = name
        self.descriptor = descriptor
        self.temporaryName = temporaryName
        self.overwrites = overwrites
    }

    deinit {
        close(descriptor)
        if let temporaryName { try? folder.remove(temporaryName) }
    }

    /// - Parameter overwrites: whether a file of that name may be replaced.
    /// - Throws: where there is one, or the folder is not there or cannot be written.
    package static func create(_ path: String, overwrites: Bool) throws -> OutputFile {
        let slash = path.lastIndex(of: "/")
        let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
        let parent = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard !["", ".", ".."].contains(name), !isFolder(path) else { throw ExportError.outputIsFolder(path) }
        do {
            return try create(name, in: try Directory.open(parent), at: path, overwrites: overwrites, mode: 0o644)
        } catch let error as FileSystemError where error.code == ENOENT || error.code == ENOTDIR {
            throw ExportError.noFolder(parent)
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// A file that may be read by nobody else, in place of what has its name.
    static func createPrivate(_ name: String, in folder: Directory) throws -> OutputFile {
        try create(name, in: folder, at: folder.path + "/" + name, overwrites: true, mode: 0o600)
    }

    private static func create(
        _ name: String, in folder: Directory, at path: String, overwrites: Bool, mode: mode_t
    ) throws -> OutputFile {
        if folder.contains(name) && !overwrites { throw ExportError.outputExists(path) }
        let parent = folder.path
        let nameless = open(parent, O_RDWR | Self.temporaryFile | O_CLOEXEC, mode)
        if nameless >= 0 {
            return OutputFile(
                folder: folder, name: name, descriptor: nameless, temporaryName: nil, overwrites: overwrites)
        }
        guard errno == EOPNOTSUPP || errno == EISDIR else {
            throw FileSystemError(operation: "write to", subject: parent)
        }
        let temporary = temporaryName(for: name)
        let file = try folder.openFile(temporary, flags: O_RDWR | O_CREAT | O_EXCL)
        fchmod(file, mode)
        return OutputFile(
            folder: folder, name: name, descriptor: file, temporaryName: temporary, overwrites: overwrites)
    }

    /// Another one each time: several may make the same file at once, in one process or on several machines.
    private static func temporaryName(for name: String) -> String {
        ".\(name).\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
    }

    /// `O_TMPFILE`, which Swift's Glibc module leaves out.
    private static let temporaryFile: Int32 = 0o20_000_000 | O_DIRECTORY

    /// FFmpeg's way of writing it.
    func io() throws -> FileIO {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileSystemError(operation: "write to", subject: name) }
        return try FileIO(descriptor: copy, mode: .write)
    }

    /// What was written so far, from its start.
    /// - Parameter path: what to call it in errors.
    func reader(_ path: String) throws -> Demuxer {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { throw FileSystemError(operation: "read", subject: name) }
        return try Demuxer.open(try FileIO(descriptor: copy, mode: .read), name: path)
    }

    /// Bytes in it.
    var size: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// What tells its contents from others.
    package func contentHash() throws -> String { try ContentHash.of(descriptor: descriptor, name: name) }

    /// Writes all that it shall hold.
    func write(_ bytes: [UInt8]) throws { try write(bytes, at: 0) }

    /// Makes it hold what another file does.
    package func copy(_ path: String) throws {
        let source = open(path, O_RDONLY | O_CLOEXEC)
        guard source >= 0 else { throw FileSystemError(operation: "open", subject: path) }
        defer { close(source) }
        var piece = [UInt8](repeating: 0, count: Self.copiedAtOnce)
        var end = 0
        while true {
            let count = piece.withUnsafeMutableBytes { pread(source, $0.baseAddress, $0.count, off_t(end)) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileSystemError(operation: "read", subject: path) }
            guard count > 0 else { return }
            try write(count == piece.count ? piece : Array(piece[..<count]), at: end)
            end += count
        }
    }

    private func write(_ bytes: [UInt8], at offset: Int) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(offset + done))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw FileSystemError(count == 0 ? EIO : errno, operation: "write", subject: name) }
            done += count
        }
    }

    /// Brings the file to the disk and gives it its name.
    /// - Parameter newName: another one than it was created for.
    package consuming func commit(as newName: String? = nil) throws {
        let name = newName ?? name
        guard fsync(descriptor) == 0 else { throw FileSystemError(operation: "write to", subject: name) }
        let linked = temporaryName ?? Self.temporaryName(for: name)
        if temporaryName == nil {
            try folder.link(descriptor: descriptor, as: overwrites ? linked : name)
        }
        if temporaryName != nil || overwrites { try folder.rename(linked, to: name) }
        try folder.sync()
    }
}
