import Descriptors
import Glibc
import SystemPackage

/// Who owns the other end of a connection to this machine, by the kernel's answer about that one socket: sock_diag(7).
///
/// It takes some 10 µs, whereas `SocketTable` takes 5 to 20 ms even where there are few sockets, for the kernel looks
/// through its whole hash table. Not every kernel or sandbox has it.
struct SocketDiagnosis {
    /// `struct nlmsghdr` and `struct inet_diag_req_v2` of the kernel's headers.
    private let request: [UInt8]

    /// `NETLINK_SOCK_DIAG` and `SOCK_DIAG_BY_FAMILY`.
    private static let (family, messageType) = (Int32(4), UInt16(20))
    /// In an answer: the type, and what `struct inet_diag_msg` has after the header of 16 bytes.
    private static let (typeOffset, userOffset, inodeOffset, size) = (4, 80, 84, 88)

    /// - Parameters:
    ///   - end: the end whose owner is asked for.
    ///   - other: the end that it is connected to.
    init(_ end: LoopbackEndpoint, to other: LoopbackEndpoint) {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
        let isRequest: UInt16 = 1
        let filler = [UInt8](repeating: 0, count: 12)
        let ports = bytes(end.port.bigEndian) + bytes(other.port.bigEndian)
        let hosts = bytes(end.host) + filler + bytes(other.host) + filler
        // On any interface, without a cookie of an answer before.
        let socket = ports + hosts + bytes(UInt32(0)) + bytes(UInt64.max)
        let states = bytes(UInt32.max)
        let question = [UInt8(AF_INET), UInt8(IPPROTO_TCP), 0, 0] + states + socket
        let head = bytes(UInt32(16 + question.count)) + bytes(Self.messageType) + bytes(isRequest)
        request = head + bytes(UInt64(0)) + question
    }

    /// - Returns: nil where there is no such socket, nobody has it open any more, or the kernel does not tell.
    func owner() -> uid_t? {
        let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
        guard let socket = OwnedDescriptor(socket(AF_NETLINK, type, Self.family)),
            send(socket.descriptor.rawValue, request, request.count, 0) == request.count
        else { return nil }
        // The answer is there when the request has been sent.
        let answer = [UInt8](unsafeUninitializedCapacity: 8 << 10) { buffer, count in
            count = max(0, recv(socket.descriptor.rawValue, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT)))
        }
        return owner(answer)
    }

    /// A socket that nobody has open any more has the inode 0, and the user 0 whoever it was.
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
