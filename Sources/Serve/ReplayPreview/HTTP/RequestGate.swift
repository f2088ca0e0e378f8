import NIOHTTP1

/// The access rules, applied to the head of a request in this order.
///
/// `Host` is checked first, because a page of another site whose name resolves to 127.0.0.1 must learn nothing.
struct RequestGate: Sendable {
    private let hosts: [String]
    private let token: AccessToken

    /// The destination of a request.
    enum Way: Equatable {
        case service(RequestTarget)
        /// A WebSocket that must still send the token.
        case events
    }

    init(port: Int, token: AccessToken) {
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        self.token = token
    }

    func admit(_ head: HTTPRequestHead) throws(HTTPError) -> Way {
        let names = head.headers["Host"]
        guard names.count == 1, hosts.contains(names[0].lowercased()) else {
            throw HTTPError(.misdirectedRequest, "this server answers at http://\(hosts[0]) only")
        }
        let isSocket = head.headers.contains(name: "Upgrade")
        guard [.GET, .HEAD].contains(head.method) && !isSocket || isOwn(head.headers["Origin"]) else {
            throw HTTPError(.forbidden, "requests from other sites are refused")
        }
        guard let target = RequestTarget(head.uri) else {
            throw HTTPError(.badRequest, "the address cannot be read")
        }
        return try way(target, head)
    }

    private func isOwn(_ origins: [String]) -> Bool {
        origins.isEmpty || origins.count == 1 && hosts.contains { origins[0].lowercased() == "http://" + $0 }
    }

    private func way(_ target: RequestTarget, _ head: HTTPRequestHead) throws(HTTPError) -> Way {
        switch target.path.first {
        case nil, "page", "exports": return .service(target)
        case "api":
            guard hasToken(head.headers["Authorization"]) else {
                throw HTTPError(
                    .unauthorized, "the token is missing or wrong: open the address that the server printed")
            }
            return .service(target)
        case "events" where target.path.count == 1 && head.method == .GET: return .events
        default: throw HTTPError(.notFound, "there is nothing at this address")
        }
    }

    private func hasToken(_ authorizations: [String]) -> Bool {
        guard authorizations.count == 1 else { return false }
        let words = authorizations[0].split(separator: " ", omittingEmptySubsequences: false)
        return words.count == 2 && words[0].lowercased() == "bearer" && token.matches(words[1])
    }

    /// Returns true if a WebSocket's first message is `{"token": "…"}` with the right token.
    func admits(_ message: String) -> Bool {
        TokenMessage(message).map { token.matches($0.token) } ?? false
    }
}
