import HLSPlaylist

/// The address of a playlist on a server of this machine, for example `http://127.0.0.1:8000/demo/main.m3u8`.
struct LoopbackAddress: Equatable {
    /// The IP addresses to try, in this order.
    let hosts: [String]
    let port: Int
    /// The host and port as written.
    let authority: String
    /// The components of the playlist's path.
    let components: [String]

    private static let names: [(name: String, hosts: [String])] = [
        ("127.0.0.1", ["127.0.0.1"]), ("localhost", ["127.0.0.1", "::1"]), ("[::1]", ["::1"]),
    ]

    /// Parses an address.
    /// - Returns: The address, or nil for another scheme, another host, or a path that is not a file's.
    init?(_ text: String) {
        guard text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(7)
        let authority = String(rest.prefix { $0 != "/" })
        guard let host = Self.names.first(where: { authority == $0.name || authority.hasPrefix($0.name + ":") }),
            case .file(let components) = URIReference(String(rest.dropFirst(authority.count + 1)), base: [])
        else { return nil }
        self.authority = authority
        self.components = components
        hosts = host.hosts
        let port = authority.dropFirst(host.name.count + 1)
        guard let number = authority == host.name ? 80 : PlaylistTag.integer(port), (1...65_535).contains(number) else {
            return nil
        }
        self.port = number
    }
}
