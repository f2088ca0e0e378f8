import Hummingbird

/// The application behind an `HTTPServer`.
protocol HTTPService: Sendable {
    /// The route table. A handler's task is cancelled when the client goes away.
    var routes: [Route] { get }

    /// Describes an error that a handler has thrown.
    func response(to error: any Error) -> Response

    /// Sends events to a page. The task is cancelled when the page goes away; the stream ends when this function returns.
    /// - Parameter request: The request of the page.
    func serve(_ stream: EventStream, for request: APIRequest) async
}
