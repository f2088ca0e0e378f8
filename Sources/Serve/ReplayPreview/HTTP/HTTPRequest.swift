import NIOHTTP1

/// A request that may be answered: its `Host`, its `Origin` and, where it is needed, its token have been checked.
struct HTTPRequest: Sendable {
    /// HEAD comes as GET: the server leaves the response's content out.
    let method: HTTPMethod
    /// The components of the path, decoded; none for `/`. None is empty, `.` or `..`, or has a slash or a NUL in it.
    let path: [String]
    /// Decoded.
    let query: [String: String]
    let headers: HTTPHeaders
    /// What was sent along. It can be read once.
    let body: HTTPBody
}
