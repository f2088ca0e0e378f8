import Glibc
import Synchronization
package import SystemPackage

/// A process or an object that makes system calls for this process, which may not make them itself.
package protocol FileBroker: Sendable {
    /// Makes a system call.
    /// - Parameter folder: The folder that the request names a file of; nil if it names a path.
    func perform(_ request: FileRequest, in folder: FileDescriptor?) -> FileReply
}

/// The system calls of this process that name files. In a sandbox, a broker makes them.
package enum FileCalls {
    private static let installed = Mutex<(any FileBroker)?>(nil)

    /// Lets a broker make the calls from now on.
    package static func use(_ broker: some FileBroker) { installed.withLock { $0 = broker } }

    /// Makes a system call, or lets the broker make it.
    /// - Parameter folder: The folder; nil for a path.
    static func perform(_ request: FileRequest, in folder: FileDescriptor?) -> FileReply {
        let broker = installed.withLock { $0 }
        return broker?.perform(request, in: folder) ?? request.perform(in: folder)
    }

    /// Makes a system call whose result is only success or failure.
    /// - Returns: False if the call failed; `errno` has the reason.
    static func succeeds(_ request: FileRequest, in folder: FileDescriptor?) -> Bool {
        let reply = perform(request, in: folder)
        errno = reply.code
        return reply.code == 0
    }
}
