import CLinux
import Descriptors
import Files
import Glibc
import ReplayLibrary
import Synchronization
import Threads

/// A watcher that reports changed files in folders by inotify(7), on a thread of its own.
final class FileWatch: Sendable {
    /// An identifier of a watched folder.
    struct Token: Hashable, Sendable { fileprivate let number: Int32 }

    /// A file that was written, created, renamed or removed.
    struct Change: Sendable {
        let token: Token
        let name: String
    }

    private let inotify: OwnedDescriptor
    /// The descriptor that becomes readable when the thread must end.
    private let end: OwnedDescriptor

    /// The changes, for one reader.
    let changes: AsyncStream<Change>

    /// Starts the thread.
    /// - Throws: `FileSystemError`, `ThreadError`.
    init() throws {
        guard let inotify = OwnedDescriptor(inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))),
            let end = OwnedDescriptor(eventfd(0, Int32(EFD_CLOEXEC)))
        else { throw FileSystemError(operation: "watch", subject: "the library") }
        (self.inotify, self.end) = (inotify, end)
        let (changes, continuation) = AsyncStream.makeStream(of: Change.self, bufferingPolicy: .bufferingNewest(4096))
        self.changes = changes
        try WorkerThread.detach(named: "watch") {
            while let events = Self.next(from: inotify, until: end) { events.forEach { continuation.yield($0) } }
            continuation.finish()
        }
    }

    deinit { eventfd_write(end.descriptor.rawValue, 1) }

    /// Starts watching a folder.
    /// - Throws: `FileSystemError`.
    func add(_ folder: String) throws(FileSystemError) -> Token {
        let mask = UInt32(IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_MODIFY)
        let number = inotify_add_watch(inotify.descriptor.rawValue, folder.cPath, mask)
        guard number >= 0 else { throw FileSystemError(operation: "watch", subject: folder) }
        return Token(number: number)
    }

    /// Stops watching a folder. A folder that was removed is no longer watched anyway.
    func remove(_ token: Token) { inotify_rm_watch(inotify.descriptor.rawValue, token.number) }

    /// Waits for the next changes.
    /// - Returns: The changes, or nil if the thread must end.
    private static func next(from inotify: OwnedDescriptor, until end: OwnedDescriptor) -> [Change]? {
        var polled = [inotify, end].map { pollfd(fd: $0.descriptor.rawValue, events: Int16(POLLIN), revents: 0) }
        guard SystemCall.retrying({ poll(&polled, 2, -1) }) > 0, polled[1].revents == 0 else { return nil }
        let buffer = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
            count = max(0, read(inotify.descriptor.rawValue, buffer.baseAddress, buffer.count))
        }
        return changes(in: buffer)
    }

    /// Parses inotify's structures: a header and a name, padded with zero bytes.
    private static func changes(in buffer: [UInt8]) -> [Change] {
        var changes: [Change] = []
        var offset = 0
        let headerSize = MemoryLayout<inotify_event>.size
        while offset + headerSize <= buffer.count {
            let event = buffer.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
            let end = min(buffer.count, offset + headerSize + Int(event.len))
            let name = buffer[offset + headerSize..<end].prefix { $0 != 0 }
            changes.append(Change(token: Token(number: event.wd), name: String(decoding: name, as: UTF8.self)))
            offset = end
        }
        return changes
    }
}
