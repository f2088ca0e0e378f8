import Descriptors
import Files
import Glibc
import ReplayBroadcast
import ReplayCast
import SystemPackage

/// The lines of a file that grows, or of a FIFO.
final class FileComments: CommentReading {
    private let path: String
    private var file: OwnedDescriptor
    private var watch: GrowthWatch
    private var splitter = LineSplitter()
    private let isFIFO: Bool
    /// The identity of the open file.
    private var inode: UInt64
    private var offset: Int64 = 0
    /// The end of the lines that were there before the broadcast began.
    private var oldEnd: Int64

    /// The largest number of bytes that are read at once.
    private static let chunk = 256 << 10
    /// The largest number of reads at once, for a line without an end.
    private static let maxChunks = 64
    private static let waitMilliseconds: Int32 = 200

    /// - Parameter isFirst: False if the file was read before, and is opened again.
    /// - Throws: `BroadcastFailure` if the file cannot be opened.
    init(_ path: String, isFirst: Bool) throws(BroadcastFailure) {
        self.path = path
        let (file, watch, status) = try Self.open(path)
        (self.file, self.watch, inode) = (file, watch, UInt64(status.st_ino))
        isFIFO = status.st_mode & S_IFMT == S_IFIFO
        oldEnd = isFirst && !isFIFO ? Int64(status.st_size) : 0
    }

    func next() throws(BroadcastFailure) -> [CommentInput] {
        let inputs = try readAll()
        guard inputs.isEmpty else { return inputs }
        if !isFIFO { try followReplacement() }
        return watch.wait(milliseconds: Self.waitMilliseconds) ? try readAll() : []
    }

    /// Reads up to the next lines or faults, or to the present end.
    private func readAll() throws(BroadcastFailure) -> [CommentInput] {
        for _ in 0..<Self.maxChunks {
            guard let inputs = try read() else { return [] }
            if !inputs.isEmpty { return inputs }
        }
        return []
    }

    private static func open(
        _ path: String
    ) throws(BroadcastFailure) -> (file: OwnedDescriptor, watch: GrowthWatch, status: stat) {
        do throws(FileSystemError) {
            // A FIFO without a writer must not block.
            let file = try OwnedDescriptor(
                opening: path, mode: .readOnly, options: [.nonBlocking, .init(rawValue: O_NOCTTY)])
            var status = stat()
            guard fstat(file.descriptor.rawValue, &status) == 0 else {
                throw FileSystemError(operation: "inspect", subject: path)
            }
            return (file, try GrowthWatch(path), status)
        } catch {
            throw BroadcastFailure(.lost, reason: error.code == ENOENT ? "the file is no longer there" : "\(error)")
        }
    }

    /// - Returns: The lines of the next bytes; nil if there are no further bytes.
    private func read() throws(BroadcastFailure) -> [CommentInput]? {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = SystemCall.retrying { Glibc.read(file.descriptor.rawValue, &bytes, Self.chunk) }
        guard count >= 0 else {
            // A FIFO whose writer is silent.
            if errno == EAGAIN { return nil }
            throw BroadcastFailure(.lost, reason: "\(FileSystemError(operation: "read", subject: path))")
        }
        guard count > 0 else { return nil }
        let isOld = offset < oldEnd
        let limit = isOld ? min(count, Int(clamping: oldEnd - offset)) : count
        offset += Int64(limit)
        // The rest is read again as new lines.
        if limit < count { lseek(file.descriptor.rawValue, off_t(offset), SEEK_SET) }
        return splitter.add(bytes[..<limit]).map { result in
            switch result {
            case .success(let line): isOld ? .oldLine(line) : .line(line)
            case .failure(let fault): .fault(fault)
            }
        }
    }

    /// Begins again if the file was replaced or shortened. All lines are new then.
    private func followReplacement() throws(BroadcastFailure) {
        var status = stat()
        guard stat(path.cPath, &status) == 0 else {
            throw BroadcastFailure(.lost, reason: "the file is no longer there")
        }
        if UInt64(status.st_ino) != inode {
            (file, watch, status) = try Self.open(path)
            inode = UInt64(status.st_ino)
        } else if Int64(status.st_size) < offset {
            lseek(file.descriptor.rawValue, 0, SEEK_SET)
        } else {
            return
        }
        (offset, oldEnd, splitter) = (0, 0, LineSplitter())
    }
}
