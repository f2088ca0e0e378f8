import Descriptors
import Glibc
import SystemPackage

/// Who owns the other end of a connection to this machine, by the kernel's table of all TCP sockets (proc(5),
/// `/proc/net/tcp`), where `SocketDiagnosis` tells nothing.
struct SocketTable {
    /// Both ends as a row has them: ` 0100007F:C350 0100007F:1F90 `.
    private let ends: [UInt8]
    private let path: String

    private static let newline = UInt8(ascii: "\n")

    /// - Parameters:
    ///   - end: the end whose owner is asked for.
    ///   - other: the end that it is connected to.
    ///   - path: of the table.
    init(_ end: LoopbackEndpoint, to other: LoopbackEndpoint, in path: String = "/proc/net/tcp") {
        self.path = path
        ends = Array(" \(Self.text(end)) \(Self.text(other)) ".utf8)
    }

    /// Blocks, for some milliseconds where there are thousands of sockets.
    /// - Returns: nil where there is no such socket, or nobody has it open any more.
    func owner() -> uid_t? {
        // Where a row before it goes away while the table is read, it can be missed.
        for _ in 0..<3 { if let owner = search() { return owner } }
        return nil
    }

    /// The host is written as the number that its bytes in network order are in memory, the port as a number.
    private static func text(_ end: LoopbackEndpoint) -> String {
        hexadecimal(UInt64(end.host), 8) + ":" + hexadecimal(UInt64(end.port), 4)
    }

    private static func hexadecimal(_ number: UInt64, _ width: Int) -> String {
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: width - digits.count) + digits
    }

    private func search() -> uid_t? {
        guard let table = OwnedDescriptor(open(path, O_RDONLY | O_CLOEXEC)) else { return nil }
        var (part, rest) = ([UInt8](repeating: 0, count: 64 << 10), [UInt8]())
        while let count = try? part.withUnsafeMutableBytes({ try table.descriptor.read(into: $0) }), count > 0 {
            let text = rest + part[..<count]
            let end = text.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
            if let row = row(in: text[..<end]) { return owner(of: row) }
            rest = Array(text[end...])
        }
        return nil
    }

    /// - Parameter text: whole lines.
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

    /// The columns are its number, both ends, the state, queues, a timer, retransmissions, the user, a timeout, the inode.
    /// A socket that nobody has open any more has the inode 0, and the user 0 whoever it was.
    private func owner(of row: ArraySlice<UInt8>) -> uid_t? {
        let columns = row.split(separator: UInt8(ascii: " "))
        guard columns.count > 9, columns[9] != [UInt8(ascii: "0")] else { return nil }
        return uid_t(String(decoding: columns[7], as: UTF8.self))
    }
}
