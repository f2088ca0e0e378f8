import Descriptors
import Glibc
import SystemPackage

/// A lookup of the user who owns the other end of a connection to this machine. It searches the kernel's table of all
/// TCP sockets (proc(5), `/proc/net/tcp`), and is used if `SocketDiagnosis` has no answer.
struct SocketTable {
    /// Both ends in the form of a row: ` 0100007F:C350 0100007F:1F90 `.
    private let ends: [UInt8]
    private let path: String

    private static let newline = UInt8(ascii: "\n")

    /// Creates a lookup.
    /// - Parameters:
    ///   - end: The end whose owner is wanted.
    ///   - other: The end to which it is connected.
    ///   - path: The path of the table.
    init(_ end: IPv4Endpoint, to other: IPv4Endpoint, in path: String = "/proc/net/tcp") {
        self.path = path
        ends = Array(" \(Self.text(end)) \(Self.text(other)) ".utf8)
    }

    /// Returns the owner of the socket. Blocking, for some milliseconds if there are thousands of sockets.
    /// - Returns: The user, or nil if there is no such socket, or no process has it open any longer.
    func owner() -> uid_t? {
        // A row can be missed if an earlier row disappears while the table is read.
        for _ in 0..<3 { if let owner = search() { return owner } }
        return nil
    }

    /// Returns an endpoint in the form of the table: the host's bytes in network order read as a native integer, then
    /// the port.
    private static func text(_ end: IPv4Endpoint) -> String {
        hexadecimal(UInt64(end.host), width: 8) + ":" + hexadecimal(UInt64(end.port), width: 4)
    }

    private static func hexadecimal(_ number: UInt64, width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: width - digits.count) + digits
    }

    private func search() -> uid_t? {
        guard let table = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC)) else { return nil }
        var (part, rest) = ([UInt8](repeating: 0, count: 64 << 10), [UInt8]())
        // If the table cannot be read, no owner is found, and the connection is refused.
        while let count = try? part.withUnsafeMutableBytes({ try table.descriptor.read(into: $0) }), count > 0 {
            let text = rest + part[..<count]
            let end = text.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
            if let row = row(in: text[..<end]) { return owner(of: row) }
            rest = Array(text[end...])
        }
        return nil
    }

    /// Finds the row of the connection.
    /// - Parameter text: Complete lines.
    private func row(in text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = text
        while let end = rest.firstIndex(of: Self.newline) {
            let line = rest[..<end]
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.startIndex
            if line[colon...].dropFirst().starts(with: ends) { return line }
            rest = rest[(end + 1)...]
        }
        return nil
    }

    /// Returns the owner in a row. Its columns are number, both ends, state, queues, timer, retransmissions, user,
    /// timeout and inode. A socket that no process has open any longer has inode 0, and user 0 whoever owned it.
    private func owner(of row: ArraySlice<UInt8>) -> uid_t? {
        let columns = row.split(separator: UInt8(ascii: " "))
        guard columns.count > 9, columns[9] != [UInt8(ascii: "0")] else { return nil }
        return uid_t(String(decoding: columns[7], as: UTF8.self))
    }
}
