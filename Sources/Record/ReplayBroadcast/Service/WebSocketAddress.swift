/// The address of a WebSocket server: `ws://HOST:PORT/PATH?QUERY` or `wss://…` (RFC 6455, 3). The path and the query
/// may contain a secret, so they are never shown.
public struct WebSocketAddress: Codable, Hashable, Sendable {
    /// The host's name or address; an IPv6 address without its brackets.
    public let host: String
    /// The port; the default is 80, or 443 for `wss`.
    public let port: UInt16
    /// True for `wss`: the connection is encrypted, and the server's certificate is verified.
    public let isSecure: Bool
    /// The path and the query, at least `/`.
    public let target: String

    /// Parses an address.
    /// - Throws: `BroadcastError` if it is not valid, or contains a user’s name or password.
    public init(_ text: String) throws(BroadcastError) {
        let isSecure = text.lowercased().hasPrefix("wss://")
        guard isSecure || text.lowercased().hasPrefix("ws://"), !text.contains("#") else { throw Self.invalid }
        let address: StreamAddress
        do throws(BroadcastError) { address = try StreamAddress(text) } catch {
            // The words of an address that is not valid may contain a secret, and are not repeated.
            throw text.contains("@") ? Self.password : Self.invalid
        }
        let rest = text[text.index(text.startIndex, offsetBy: isSecure ? 6 : 5)...]
        let target = rest.drop { $0 != "/" && $0 != "?" }
        (host, self.isSecure) = (address.host, isSecure)
        port = address.port ?? (isSecure ? 443 : 80)
        self.target = target.hasPrefix("/") ? String(target) : "/" + target
    }

    /// The address for users: the host with its port.
    public var name: String { authority }

    /// The host and the port, for the header “Host”.
    package var authority: String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? shown : shown + ":\(port)"
    }

    private static var invalid: BroadcastError {
        BroadcastError(
            .usage, description: "an address of comments has the form ws://HOST:PORT/PATH or wss://HOST/PATH")
    }

    private static var password: BroadcastError {
        BroadcastError(
            .usage,
            description: "the address of the comments contains a user’s name or password, which is not supported")
    }
}
