import Glibc
import ReplayErrors

/// An address of this machine at which a server listens: an IPv4 or IPv6 address and a port.
public struct ListenAddress: Codable, Hashable, Sendable {
    /// The IPv4 or IPv6 address. 0.0.0.0 and :: mean all addresses of the machine.
    public let host: String
    /// The port, or 0 for any free one.
    public let port: UInt16

    /// The address for programs on this machine only, with any free port.
    public static let loopback = ListenAddress(host: "127.0.0.1", port: 0)

    private init(host: String, port: UInt16) { (self.host, self.port) = (host, port) }

    /// Parses `ADDRESS`, `ADDRESS:PORT`, `[IPv6]:PORT`, or a port, which is one of 127.0.0.1.
    /// - Throws: `BroadcastError` if it is none.
    public init(_ text: String) throws(BroadcastError) {
        if let port = UInt16(text) {
            self.init(host: Self.loopback.host, port: port)
            return
        }
        guard let (host, port) = Self.divided(text), Self.isAddress(host) else {
            throw BroadcastError(
                .usage, description: "“\(text)” is not an IP address, with or without a port, such as 0.0.0.0:8080")
        }
        self.init(host: host, port: port)
    }

    private static func divided(_ text: String) -> (host: String, port: UInt16)? {
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let host = text[text.index(after: text.startIndex)..<end]
            return port(text[text.index(after: end)...]).map { (String(host), $0) }
        }
        guard text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") else { return (text, 0) }
        return port(text[colon...]).map { (String(text[..<colon]), $0) }
    }

    private static func port(_ text: Substring) -> UInt16? {
        text.isEmpty ? 0 : text.first == ":" ? UInt16(text.dropFirst()) : nil
    }

    private static func isAddress(_ host: String) -> Bool {
        var bytes = in6_addr()
        return [AF_INET, AF_INET6].contains { inet_pton($0, host, &bytes) == 1 }
    }

    /// Checks that a server can listen at the address now.
    /// - Throws: `BroadcastError` if the address is not one of this machine, or if another program listens there.
    package func requireFree() throws(BroadcastError) {
        var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let info = found?.pointee else { return }
        defer { freeaddrinfo(found) }
        let probe = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
        defer { close(probe) }
        var isReused: Int32 = 1
        setsockopt(probe, SOL_SOCKET, SO_REUSEADDR, &isReused, socklen_t(MemoryLayout<Int32>.size))
        guard probe >= 0, bind(probe, info.ai_addr, info.ai_addrlen) != 0 || listen(probe, 1) != 0 else { return }
        throw BroadcastError(
            .cannotCreate, description: "cannot listen at \(host):\(port): \(String(cString: strerror(errno)))")
    }

    /// True if only programs on this machine can connect.
    public var isLoopback: Bool { host.hasPrefix("127.") || host == "::1" }

    /// True if the address means all addresses of the machine.
    package var isAny: Bool { host == "0.0.0.0" || host == "::" }
}
