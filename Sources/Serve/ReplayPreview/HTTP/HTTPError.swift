import NIOHTTP1

/// Why a request is not answered as it wishes.
struct HTTPError: Error, Equatable, Sendable {
    /// 4xx or 5xx.
    let status: HTTPResponseStatus
    /// For the user, without its full stop.
    let sentence: String

    init(_ status: HTTPResponseStatus, _ sentence: String) { (self.status, self.sentence) = (status, sentence) }
}
