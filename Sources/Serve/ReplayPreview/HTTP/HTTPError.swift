import NIOHTTP1

/// An error that becomes the response to a request.
struct HTTPError: Error, Equatable, Sendable {
    /// The status, 4xx or 5xx.
    let status: HTTPResponseStatus
    /// The sentence for the user, without a full stop.
    let sentence: String

    init(_ status: HTTPResponseStatus, _ sentence: String) { (self.status, self.sentence) = (status, sentence) }
}
