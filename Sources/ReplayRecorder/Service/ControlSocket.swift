import Glibc
import ReplayMovie

/// The socket in a recording's folder through which others talk to its recorder.
enum ControlSocket {
    static let name = "control.sock"

    /// Listens in `folder`, mode 0600.
    /// - Returns: a descriptor that is the caller's to close.
    static func listen(in folder: Directory) throws(FileSystemError) -> Int32 {
        let descriptor = try open(folder)
        var address = address(in: folder)
        let isBound = withSocketAddress(&address) { bind(descriptor, $0, $1) == 0 }
        guard isBound, chmod(folder.shortPath(name), 0o600) == 0, Glibc.listen(descriptor, 8) == 0 else {
            let error = FileSystemError(operation: "listen at", subject: folder.path + "/" + name)
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Connects to the recorder of the recording in `folder`.
    static func connect(in folder: Directory) throws(FileSystemError) -> LineSocket {
        let socket = LineSocket(descriptor: try open(folder))
        var address = address(in: folder)
        guard withSocketAddress(&address, { Glibc.connect(socket.descriptor, $0, $1) == 0 }) else {
            throw FileSystemError(operation: "connect to", subject: folder.path + "/" + name)
        }
        return socket
    }

    /// Takes the next caller, if it is a process of the same user.
    static func accept(_ listener: Int32) -> LineSocket? {
        let descriptor = Glibc.accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        let socket = LineSocket(descriptor: descriptor)
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, peerUser(of: descriptor) == geteuid() else { return nil }
        // A caller that does not read must not hold up the recorder.
        socket.limitPatience(to: 50)
        return socket
    }

    /// The kernel's word on who is at the other end. Swift's Glibc lacks `struct ucred`: process, user, group.
    private static func peerUser(of descriptor: Int32) -> uid_t? {
        var peer: (pid_t, uid_t, gid_t) = (0, 0, 0)
        var size = socklen_t(MemoryLayout.size(ofValue: peer))
        return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 ? peer.1 : nil
    }

    private static func open(_ folder: Directory) throws(FileSystemError) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw FileSystemError(operation: "open a socket in", subject: folder.path) }
        return descriptor
    }

    private static func address(in folder: Directory) -> sockaddr_un {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = folder.shortPath(name).utf8CString
        withUnsafeMutableBytes(of: &address.sun_path) { field in
            for (index, byte) in path.prefix(field.count - 1).enumerated() { field[index] = UInt8(bitPattern: byte) }
        }
        return address
    }

    private static func withSocketAddress<Result>(
        _ address: inout sockaddr_un, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
