import Foundation
import Synchronization

/// A descriptor that is closed with this object at the latest, and that no child inherits by itself.
final class Descriptor: Sendable {
    let number: Int32
    private let isOpen = Mutex(true)

    /// - Parameter what: what there is none of where the number is below zero.
    init(_ number: Int32, _ what: String) throws {
        guard number >= 0 else { throw ServerError("There is no \(what): \(String(cString: strerror(errno))).") }
        self.number = number
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    /// `/dev/null`.
    static func null() throws -> Descriptor { try Descriptor(open("/dev/null", O_RDWR | O_CLOEXEC), "/dev/null") }

    static func pipe() throws -> (read: Descriptor, write: Descriptor) {
        var ends: [Int32] = [-1, -1]
        Glibc.pipe(&ends)
        return (try Descriptor(ends[0], "pipe"), try Descriptor(ends[1], "pipe"))
    }

    /// A file without a name, to whose end each of its writers adds.
    static func temporaryFile() throws -> Descriptor {
        var template = Array((NSTemporaryDirectory() + "/replay-log-XXXXXX").utf8CString)
        let file = try Descriptor(mkstemp(&template), "temporary file")
        _ = fcntl(file.number, F_SETFL, O_APPEND)
        unlink(template)
        return file
    }

    /// Closes it, once.
    func close() {
        isOpen.withLock {
            if $0 { Glibc.close(number) }
            $0 = false
        }
    }

    /// Does something that the descriptor must stay open for.
    ///
    /// - Returns: nil when it has been closed.
    func whileOpen<Result>(_ body: (Int32) throws -> Result) rethrows -> Result? {
        try isOpen.withLock { $0 ? try body(number) : nil }
    }
}
