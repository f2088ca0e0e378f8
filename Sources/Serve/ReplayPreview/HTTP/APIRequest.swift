import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix

/// A request that the gate has admitted.
struct APIRequest: Sendable {
    let method: HTTPRequest.Method
    /// The components of the path, decoded. See `RequestTarget`.
    let path: [String]
    /// The parameters of the query, decoded.
    let query: [String: String]
    let headers: HTTPFields
    /// The body, which can be read once. The client waits while nobody reads it.
    let body: RequestBody
    /// The rights of the request, or nil if it needs no token.
    let role: AccessRole?
    /// The threads on which a response's file is read.
    let files: NIOThreadPool

    /// True if the request is a viewer's.
    var isViewers: Bool { role.map { $0 != .owner } ?? false }

    init(_ request: Request, target: RequestTarget, role: AccessRole?, files: NIOThreadPool) {
        (method, headers, body) = (request.method, request.headers, request.body)
        (path, query) = (target.path, target.query)
        (self.role, self.files) = (role, files)
    }

    /// Reads the whole body.
    /// - Parameter limit: The largest size to accept, in bytes.
    /// - Throws: `HTTPError` of status 413 if the body is longer.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        do {
            return Array(try await body.collect(upTo: limit).readableBytesView)
        } catch is NIOTooManyBytesError {
            throw HTTPError(.contentTooLarge, message: "the request’s body is longer than \(limit) bytes")
        }
    }
}
