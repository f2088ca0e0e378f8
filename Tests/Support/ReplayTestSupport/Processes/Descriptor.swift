import Descriptors
import Foundation
import Synchronization
import SystemPackage

/// A descriptor that one thread may close while others use it, and that no child inherits by itself.
final class Descriptor: Sendable {
    let number: FileDescriptor
    private let owner: Mutex<OwnedDescriptor?>

    init(_ owner: OwnedDescriptor) {
        number = owner.descriptor
        self.owner = Mutex(owner)
    }

    convenience init(_ descriptor: FileDescriptor) { self.init(OwnedDescriptor(descriptor)) }

    /// `/dev/null`.
    static func null() throws -> Descriptor {
        Descriptor(try FileDescriptor.open("/dev/null", .readWrite, options: .closeOnExec))
    }

    static func pipe() throws -> (read: Descriptor, write: Descriptor) {
        let ends = try FileDescriptor.pipe(options: .closeOnExec)
        return (Descriptor(ends.readEnd), Descriptor(ends.writeEnd))
    }

    /// A file without a name, to whose end each of its writers adds.
    static func temporaryFile() throws -> Descriptor {
        var template = Array((NSTemporaryDirectory() + "/replay-log-XXXXXX").utf8CString)
        guard let file = OwnedDescriptor(mkstemp(&template)) else { throw Errno(rawValue: errno) }
        unlink(template)
        _ = fcntl(file.descriptor.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(file.descriptor.rawValue, F_SETFL, O_APPEND)
        return Descriptor(file)
    }

    /// Closes it, once.
    func close() { owner.withLock { $0 = nil } }

    /// Does something that the descriptor must stay open for.
    ///
    /// - Returns: nil when it has been closed.
    func whileOpen<Result>(_ body: (FileDescriptor) throws -> Result) rethrows -> Result? {
        try owner.withLock { $0 == nil ? nil : try body(number) }
    }
}

/// How many descriptors this process has open, with the one that is needed to look.
///
/// Tests that run meanwhile have descriptors of their own: ask in an exit test, which is a process for itself.
public func openDescriptorCount() throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
