import NIOHTTP1

/// A request that may be answered: its `Host`, its `Origin` and, if required, its token have been checked.
struct HTTPRequest: Sendable {
    /// The method. HEAD is passed as GET, and the server leaves out the response's content.
    let method: HTTPMethod
    /// The decoded components of the path. Empty for `/`. No component is empty, `.` or `..`, or contains a slash or
    /// a NUL.
    let path: [String]
    /// The decoded parameters of the query.
    let query: [String: String]
    let headers: HTTPHeaders
    /// The body, which can be read once.
    let body: HTTPBody
}
