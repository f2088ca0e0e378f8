import ReplayErrors

/// The parts of a server's address: `SCHEME://HOST:PORT/PATH` (RFC 3986, 3).
struct StreamAddress: Equatable, Sendable {
    /// The host's name or address; an IPv6 address without its brackets.
    let host: String
    /// The port, or nil for the protocol's own.
    let port: UInt16?
    /// The path after the host, without its first slash and without a query.
    let path: String

    /// - Throws: `BroadcastError` if the address is not valid, or if it contains a secret, because other users can see
    ///   command lines.
    init(_ text: String) throws(BroadcastError) {
        guard let scheme = text.firstRange(of: "://"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw Self.invalid(text)
        }
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard !authority.contains("@") else { throw Self.secret("a user’s name or password") }
        let tail = rest.dropFirst(authority.count)
        guard !tail.lowercased().contains("passphrase=") else { throw Self.secret("a passphrase") }
        path = String(tail.drop { $0 == "/" }.prefix { !"?#".contains($0) })
        guard let (host, port) = Self.divided(authority) else { throw Self.invalid(text) }
        (self.host, self.port) = (host, port)
    }

    /// The address for users: `HOST:PORT/APPLICATION`. The rest of the path may be a key.
    var name: String {
        let application = path.prefix { $0 != "/" }
        let shown = host.contains(":") ? "[\(host)]" : host
        return shown + (port.map { ":\($0)" } ?? "") + (application.isEmpty ? "" : "/\(application)")
    }

    /// Divides `HOST:PORT`, `HOST` or `[ADDRESS]:PORT`.
    private static func divided(_ authority: Substring) -> (String, UInt16?)? {
        var (host, port) = (authority, Substring())
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            host = authority[authority.index(after: authority.startIndex)..<end]
            port = authority[authority.index(after: end)...]
        } else if let colon = authority.lastIndex(of: ":") {
            (host, port) = (authority[..<colon], authority[colon...])
            guard !host.contains(":") else { return nil }
        }
        guard !host.isEmpty else { return nil }
        if port.isEmpty { return (String(host), nil) }
        guard port.first == ":", let number = UInt16(port.dropFirst()), number > 0 else { return nil }
        return (String(host), number)
    }

    private static func invalid(_ text: String) -> BroadcastError {
        BroadcastError(
            .usage, description: "“\(text)” is not an address of the form rtmp://HOST/APPLICATION or srt://HOST:PORT")
    }

    private static func secret(_ what: String) -> BroadcastError {
        BroadcastError(
            .usage,
            description: "the address contains \(what); give it apart: with --key FILE, in $REPLAY_STREAM_KEY, or as "
                + "“key” in a service’s file")
    }
}
