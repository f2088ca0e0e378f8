/// A service that answers the requests that the server admits.
protocol HTTPService: Sendable {
    /// Answers a request. The task is cancelled when the client disconnects.
    ///
    /// The service need not handle HTTP/1.1 pipelining: the next request of a connection follows after this response.
    func answer(_ request: HTTPRequest) async -> HTTPResponse

    /// Communicates with a page on a WebSocket that has sent the token. The task is cancelled when the client
    /// disconnects. The socket is closed when this method returns.
    func serve(_ socket: EventSocket) async
}
