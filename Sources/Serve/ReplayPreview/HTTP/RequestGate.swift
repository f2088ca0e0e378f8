import HTTPTypes
import Hummingbird
import NIOHTTP1

/// The rules about the head of a request, in the order in which they are applied.
///
/// `Host` comes first, because a page of another site whose name points to 127.0.0.1 must learn nothing at all.
struct RequestGate: Sendable {
    private let hosts: [String]
    private let token: AccessToken

    init(port: Int, token: AccessToken) {
        hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
        self.token = token
    }

    /// Checks a request.
    /// - Throws: `HTTPError` with 421 for another host, 403 for another site, or 400 for an invalid target. A request of
    ///   the API without the token gets 401.
    func admit(_ request: HTTPRequest) throws(HTTPError) -> RequestTarget {
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
        guard target.path.first != "api" || hasToken(fields[values: .authorization]) else {
            throw HTTPError(
                .unauthorized, message: "the token is missing or wrong: open the address that the server printed")
        }
        return target
    }

    private func isOwn(_ origins: [String]) -> Bool {
        origins.isEmpty || origins.count == 1 && hosts.contains { origins[0].lowercased() == "http://" + $0 }
    }

    private func hasToken(_ authorizations: [String]) -> Bool {
        guard authorizations.count == 1 else { return false }
        let words = authorizations[0].split(separator: " ", omittingEmptySubsequences: false)
        return words.count == 2 && words[0].lowercased() == "bearer" && token.matches(words[1])
    }
}
