import HTTPTypes
import Hummingbird
import NIOHTTP1

/// The rules about the head of a request, in the order in which they are applied.
///
/// `Host` comes first, because a page of another site whose name points to this machine must learn nothing at all.
struct RequestGate: Sendable {
    private let hosts: [String]
    private let tokens: AccessTokens

    /// A request that was admitted.
    struct Admission {
        let target: RequestTarget
        /// The rights of the request, or nil if it has no token and needs none.
        let role: AccessRole?
    }

    /// - Parameter endpoints: The addresses at which the server listens on networks.
    init(port: Int, endpoints: [IPv4Endpoint] = [], tokens: AccessTokens) {
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"] + endpoints.map(\.text)
        self.tokens = tokens
    }

    /// Checks a request.
    /// - Parameter isGuest: True if the client is another user or another machine.
    /// - Throws: `HTTPError` with 421 for another host, 403 for another site, or 400 for an invalid target. A request of
    ///   the API without a token gets 401, and a guest with the owner's token 403.
    func admit(_ request: HTTPRequest, isGuest: Bool) throws(HTTPError) -> Admission {
        let fields = request.headerFields
        // The first `Host` is the authority, others remain fields.
        guard let host = request.authority, hosts.contains(host.lowercased()),
            !fields.contains(where: { $0.name.canonicalName == "host" })
        else {
            throw HTTPError(.misdirectedRequest, message: "this server answers at http://\(hosts[0]) only")
        }
        guard [.get, .head].contains(request.method) || isOwn(fields[values: .origin]) else {
            throw HTTPError(.forbidden, message: "requests from other sites are refused")
        }
        guard let target = RequestTarget(request.path ?? "") else {
            throw HTTPError(.badRequest, message: "the address cannot be read")
        }
        switch target.path.first {
        case "api": return Admission(target: target, role: try role(fields[values: .authorization], isGuest: isGuest))
        // The address of an export is a secret of the owner's.
        case "exports" where isGuest: throw .notFound
        default: return Admission(target: target, role: nil)
        }
    }

    private func isOwn(_ origins: [String]) -> Bool {
        origins.isEmpty || origins.count == 1 && hosts.contains { origins[0].lowercased() == "http://" + $0 }
    }

    private func role(_ authorizations: [String], isGuest: Bool) throws(HTTPError) -> AccessRole {
        switch rights(authorizations) {
        case .role(.owner) where isGuest:
            throw HTTPError(.forbidden, message: "the owner’s address works only for its user, and on this machine")
        case .role(let role): return role
        case .ended: throw HTTPError(.forbidden, message: "the owner has ended the session")
        case .none:
            throw HTTPError(
                .unauthorized, message: "the token is missing or wrong: open the address that the server printed")
        }
    }

    private func rights(_ authorizations: [String]) -> AccessTokens.Rights {
        guard authorizations.count == 1 else { return .none }
        let words = authorizations[0].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return .none }
        return tokens.rights(of: words[1])
    }
}
