import Descriptors
import Glibc
import SystemPackage

/// A lookup of the user who owns the other end of a connection to this machine, by the kernel's sock_diag(7).
///
/// A lookup takes about 10 µs. `SocketTable` takes 5 to 20 ms even with few sockets, because the kernel scans its whole
/// hash table. Some kernels and sandboxes do not support sock_diag.
struct SocketDiagnosis {
    /// The structures `struct nlmsghdr` and `struct inet_diag_req_v2` of the kernel's headers.
    private let request: [UInt8]

    /// The constants `NETLINK_SOCK_DIAG` and `SOCK_DIAG_BY_FAMILY`.
    private static let (family, messageType) = (Int32(4), UInt16(20))
    /// The offsets in an answer: the type, and fields of `struct inet_diag_msg`, which follows the header of 16 bytes.
    private static let (typeOffset, userOffset, inodeOffset, size) = (4, 80, 84, 88)

    /// Creates a lookup.
    /// - Parameters:
    ///   - end: The end whose owner is wanted.
    ///   - other: The end to which it is connected.
    init(_ end: IPv4Endpoint, to other: IPv4Endpoint) {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
        let isRequest: UInt16 = 1
        let filler = [UInt8](repeating: 0, count: 12)
        let ports = bytes(end.port.bigEndian) + bytes(other.port.bigEndian)
        let hosts = bytes(end.host) + filler + bytes(other.host) + filler
        // Any interface, and no cookie from an earlier answer.
        let socket = ports + hosts + bytes(UInt32(0)) + bytes(UInt64.max)
        let states = bytes(UInt32.max)
        let question = [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0] + states + socket
        let head = bytes(UInt32(16 + question.count)) + bytes(Self.messageType) + bytes(isRequest)
        request = head + bytes(UInt64(0)) + question
    }

    /// Returns the owner of the socket.
    /// - Returns: The user, or nil if there is no such socket, it is no longer open, or the kernel does not answer.
    func owner() -> uid_t? {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = OwnedDescriptor(socket(AF_NETLINK, type, Self.family)),
            send(socket.descriptor.rawValue, request, request.count, 0) == request.count
        else { return nil }
        // The answer is available as soon as the request has been sent.
        let answer = [UInt8](unsafeUninitializedCapacity: 8 << 10) { buffer, count in
            count = max(0, recv(socket.descriptor.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)))
        }
        return owner(answer)
    }

    /// Parses an answer. A socket that no process has open any longer has inode 0, and user 0 whoever owned it.
    private func owner(_ answer: [UInt8]) -> uid_t? {
        answer.withUnsafeBytes { bytes in
            guard bytes.count >= Self.size,
                bytes.loadUnaligned(fromByteOffset: Self.typeOffset, as: UInt16.self) == Self.messageType,
                bytes.loadUnaligned(fromByteOffset: Self.inodeOffset, as: UInt32.self) != 0
            else { return nil }
            return bytes.loadUnaligned(fromByteOffset: Self.userOffset, as: uid_t.self)
        }
    }
}
