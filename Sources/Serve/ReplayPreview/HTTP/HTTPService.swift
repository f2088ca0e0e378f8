/// What answers the requests that the server lets through.
protocol HTTPService: Sendable {
    /// Answers a request. The task is cancelled when the client goes away.
    ///
    /// HTTP/1.1 pipelining is no concern of it: a connection's next request comes after the response to this one.
    func answer(_ request: HTTPRequest) async -> HTTPResponse

    /// Talks to a page on a WebSocket that has given the token. The task is cancelled when the client goes away; the
    /// socket is closed when this returns.
    func serve(_ socket: EventSocket) async
}
