package import Descriptors
package import Files
import Glibc
package import MediaTime
import ReplayLibrary

/// A Unix socket on which a process takes requests of its user: a recorder in its recording's folder, or a broadcast.
package enum ControlSocket {
    /// The name of a recorder's socket.
    package static let name = "control.sock"

    /// Listens in `folder`. The socket has mode 0600.
    package static func listen(in folder: Directory, as name: String = name) throws(FileSystemError) -> OwnedDescriptor
    {
        let listener = try open(in: folder, flags: Int32(SOCK_NONBLOCK.rawValue))
        var address = address(of: name, in: folder)
        let isBound = withSocketAddress(of: &address) { bind(listener.descriptor.rawValue, $0, $1) == 0 }
        guard isBound, chmod(folder.shortPath(name), 0o600) == 0, Glibc.listen(listener.descriptor.rawValue, 8) == 0
        else { throw FileSystemError(operation: "listen at", subject: folder.path + "/" + name) }
        return listener
    }

    /// Connects to the recorder of a recording.
    /// - Parameter deadline: The time limit for a recorder whose queue of connections is full.
    /// - Throws: `RecorderError.Kind.notRecording` or `.unresponsive`, or `.failed` if the system provides no socket.
    static func connect(to recording: Recording, until deadline: HostTime) throws(RecorderError) -> LineSocket {
        guard recording.state() == .recording else { throw .notRecording(recording) }
        do throws(FileSystemError) {
            return try connect(to: name, in: recording.folder, until: deadline)
        } catch {
            switch error.code {
            case EAGAIN, EINTR: throw .unresponsive(recording)
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: throw RecorderError(.failed, description: "\(error)")
            default: throw .notRecording(recording)
            }
        }
    }

    /// Connects to a socket.
    /// - Parameter deadline: The time limit for a process whose queue of connections is full.
    /// - Throws: `FileSystemError`, with `ECONNREFUSED` if no process listens, `EAGAIN` or `EINTR` after the deadline,
    ///   or `EPERM` if the process belongs to another user.
    package static func connect(
        to name: String, in folder: Directory, until deadline: HostTime
    ) throws(FileSystemError) -> LineSocket {
        let connection = try open(in: folder, flags: 0)
        let socket = LineSocket(connection)
        socket.limitWait(to: (deadline - .now).milliseconds)
        var address = address(of: name, in: folder)
        let isConnected = withSocketAddress(of: &address) { address, length in
            while Glibc.connect(connection.descriptor.rawValue, address, length) != 0 {
                guard errno == EINTR, .now < deadline else { return false }
            }
            return true
        }
        guard isConnected else { throw FileSystemError(operation: "connect to", subject: folder.path + "/" + name) }
        guard peerUser(of: connection) == geteuid() else {
            throw FileSystemError(EPERM, operation: "connect to", subject: folder.path + "/" + name)
        }
        return socket
    }

    /// Accepts the next connection.
    /// - Returns: Nil if there is none, or if its process belongs to another user.
    package static func accept(_ listener: OwnedDescriptor) -> LineSocket? {
        let accepted = SystemCall.retrying { Glibc.accept(listener.descriptor.rawValue, nil, nil) }
        guard let connection = OwnedDescriptor(accepted), fcntl(accepted, F_SETFD, FD_CLOEXEC) == 0,
            peerUser(of: connection) == geteuid()
        else { return nil }
        return LineSocket(connection)
    }

    /// Returns the user of the process at the other end, as the kernel reports it. Swift's Glibc lacks `struct ucred`:
    /// process, user, group.
    private static func peerUser(of connection: OwnedDescriptor) -> uid_t? {
        var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        let result = getsockopt(connection.descriptor.rawValue, SOL_SOCKET, SO_PEERCRED, &peer, &size)
        return result == 0 ? peer.1 : nil
    }

    private static func open(in folder: Directory, flags: Int32) throws(FileSystemError) -> OwnedDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags
        guard let socket = OwnedDescriptor(socket(AF_UNIX, type, 0)) else {
            throw FileSystemError(operation: "open a socket in", subject: folder.path)
        }
        return socket
    }

    private static func address(of name: String, in folder: Directory) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder.shortPath(name).utf8CString
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            for (index, byte) in path.prefix(field.count - 1).enumerated() { field[index] = UInt8(bitPattern: byte) }
        }
        return address
    }

    private static func withSocketAddress<Result>(
        of address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
