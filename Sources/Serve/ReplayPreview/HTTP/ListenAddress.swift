import Glibc
import ReplayErrors

/// An address of this machine on a network, and a port, as a user writes them.
struct ListenAddress: Equatable, Sendable {
    /// The address, and the port or 0 for any free one.
    let endpoint: IPv4Endpoint

    /// Parses `ADDRESS` or `ADDRESS:PORT`, with an IPv4 address in dotted form.
    /// - Throws: `InvalidListenAddress`.
    init(_ text: String) throws(InvalidListenAddress) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var address = in_addr()
        guard (1...2).contains(parts.count), inet_pton(AF_INET, String(parts[0]), &address) == 1,
            let port = parts.count == 1 ? 0 : UInt16(parts[1])
        else { throw InvalidListenAddress(text: text) }
        endpoint = IPv4Endpoint(host: address.s_addr, port: port)
    }
}

/// An error that occurs if a text is not an address to listen at.
struct InvalidListenAddress: CategorizedError {
    let text: String

    var category: ErrorCategory { .usage }
    var description: String {
        "“\(text)” is no address to listen at; give an IPv4 address of this machine, such as 192.168.1.5 or "
            + "192.168.1.5:8080, or 0.0.0.0 for all"
    }
}
