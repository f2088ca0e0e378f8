/// The address of a playlist that this machine serves to itself: `http://127.0.0.1:8000/demo/main.m3u8`.
struct LoopbackAddress: Equatable {
    enum Family: Equatable { case v4, v6 }

    /// What is tried, in this order.
    let families: [Family]
    let port: UInt16
    /// Host and port as they were written.
    let authority: String
    /// Of the playlist's path.
    let components: [String]

    private static let hosts: [(name: String, families: [Family])] = [
        ("127.0.0.1", [.v4]), ("localhost", [.v4, .v6]), ("[::1]", [.v6]),
    ]

    /// - Returns: nil for another scheme, another host, or what is no path of a file.
    init?(_ text: String) {
        guard text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(7)
        let authority = String(rest.prefix { $0 != "/" })
        guard let host = Self.hosts.first(where: { authority == $0.name || authority.hasPrefix($0.name + ":") }),
            case .file(let components) = URIReference(String(rest.dropFirst(authority.count + 1)), base: [])
        else { return nil }
        self.authority = authority
        self.components = components
        families = host.families
        let port = authority.dropFirst(host.name.count + 1)
        guard let number = authority == host.name ? 80 : PlaylistTag.integer(port), (1...65_535).contains(number) else {
            return nil
        }
        self.port = UInt16(number)
    }
}
