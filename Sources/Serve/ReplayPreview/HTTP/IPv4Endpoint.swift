import Glibc

/// An endpoint of an IPv4 connection.
struct IPv4Endpoint: Equatable, Sendable {
    /// The address in network byte order.
    let host: in_addr_t
    let port: UInt16

    static let loopback = in_addr_t(bigEndian: 0x7F00_0001)

    /// The address that stands for all of this machine's addresses.
    static let anyHost = in_addr_t(0)

    init(port: UInt16) { (host, self.port) = (Self.loopback, port) }

    init(host: in_addr_t, port: UInt16) { (self.host, self.port) = (host, port) }

    init(_ address: sockaddr_in) { (host, port) = (address.sin_addr.s_addr, UInt16(bigEndian: address.sin_port)) }

    var address: sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: host)
        return address
    }

    /// The address in dotted form.
    var hostText: String { withUnsafeBytes(of: host) { $0.map(String.init).joined(separator: ".") } }

    /// The address and the port, as in a URL.
    var text: String { "\(hostText):\(port)" }
}
