import Foundation
import ReplayTestSupport
import Synchronization

/// A connection to a server on this machine. A read or write fails instead of waiting forever. The connection is closed
/// with this object.
final class LocalConnection: Sendable {
    private let descriptor: Int32
    private let writing = Mutex(())

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var time = timeval(tv_sec: WaitLimit.seconds, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw ServerError("Port \(port) cannot be reached: \(errno).") }
    }

    deinit { close(descriptor) }

    /// Shuts the connection down, so that readers see its end.
    func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func write(_ data: Data) throws {
        try writing.withLock { _ in
            var rest = data[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { throw ServerError("The server takes no more: \(errno).") }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads exactly `count` bytes.
    func read(_ count: Int) throws -> Data {
        var data = Data(count: count)
        var filled = 0
        while filled < count {
            let got = data.withUnsafeMutableBytes {
                recv(descriptor, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            guard got > 0 else { throw ServerError("The server sent \(filled) bytes of \(count): \(errno).") }
            filled += got
        }
        return data
    }

    /// Reads the head of a response, line by line.
    func readHead() throws -> [String] {
        var lines: [String] = []
        while true {
            let line = try readLine()
            guard !line.isEmpty else { return lines }
            lines.append(line)
        }
    }

    /// Reads up to the end of a line.
    /// - Returns: The line without its end.
    func readLine() throws -> String {
        var line = Data()
        while line.last != UInt8(ascii: "\n") { line += try read(1) }
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }
}
