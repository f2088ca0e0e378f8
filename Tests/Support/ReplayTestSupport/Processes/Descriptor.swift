import Descriptors
import Foundation
import Synchronization
import SystemPackage

/// A descriptor that one thread may close while others use it. No child inherits it by itself.
final class Descriptor: Sendable {
    let number: FileDescriptor
    private let owner: Mutex<OwnedDescriptor?>

    init(_ owner: OwnedDescriptor) {
        number = owner.descriptor
        self.owner = Mutex(owner)
    }

    convenience init(_ descriptor: FileDescriptor) { self.init(OwnedDescriptor(descriptor)) }

    /// Opens `/dev/null`.
    static func null() throws -> Descriptor {
        Descriptor(try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec))
    }

    static func pipe() throws -> (read: Descriptor, write: Descriptor) {
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        return (Descriptor(ends.readEnd), Descriptor(ends.writeEnd))
    }

    /// Creates a file without a name, to whose end each writer appends.
    static func temporaryFile() throws -> Descriptor {
        var template = Array((NSTemporaryDirectory() + "/replay-log-XXXXXX").utf8CString)
        guard let file = OwnedDescriptor(mkstemp(&template)) else { throw Errno(rawValue: errno) }
        unlink(template)
        _ = fcntl(file.descriptor.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(file.descriptor.rawValue, F_SETFL, O_APPEND)
        return Descriptor(file)
    }

    /// Closes the descriptor, once.
    func close() { owner.withLock { $0 = nil } }

    /// Runs `body` while the descriptor stays open.
    ///
    /// - Returns: The result of `body`, or nil if the descriptor has been closed.
    func whileOpen<Result>(_ body: (FileDescriptor) throws -> Result) rethrows -> Result? {
        try owner.withLock { $0 == nil ? nil : try body(number) }
    }
}

/// Returns the number of this process's open descriptors, including the one that is needed to count.
///
/// Concurrent tests have their own descriptors: call this in an exit test, which is a separate process.
public func openDescriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
