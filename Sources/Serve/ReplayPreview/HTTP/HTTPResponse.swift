import NIOHTTP1

/// What a request is answered with.
struct HTTPResponse: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        /// A request may ask for a range of it; the response's status must be 200.
        case file(HTTPFile)
        /// Parts of a length that is not known beforehand. The next one is asked for when the client has taken the one
        /// before. An error cuts the response off, so that the client sees that it is not whole.
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    }

    var status: HTTPResponseStatus
    /// `Content-Type` and others. The server adds its own where they are not set (`ResponseHead`).
    var headers: HTTPHeaders
    var content: Content

    init(_ status: HTTPResponseStatus = .ok, headers: HTTPHeaders = [:], _ content: Content = .bytes([])) {
        (self.status, self.headers, self.content) = (status, headers, content)
    }
}

extension HTTPResponse {
    static func bytes(_ bytes: [UInt8], type: String, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        HTTPResponse(status, headers: ["Content-Type": type], .bytes(bytes))
    }

    static func file(_ file: HTTPFile, type: String) -> HTTPResponse {
        HTTPResponse(headers: ["Content-Type": type], .file(file))
    }

    static func stream(
        _ parts: some AsyncSequence<[UInt8], any Error> & Sendable, type: String
    ) -> HTTPResponse {
        HTTPResponse(headers: ["Content-Type": type], .stream(parts))
    }

    /// A JSON document; its keys are sorted. What cannot be written as JSON becomes an error of status 500.
    static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        do {
            return bytes(try JSONText.bytes(of: value), type: "application/json", status: status)
        } catch {
            return bytes(
                Array(#"{"error":"the answer cannot be written as JSON"}"#.utf8), type: "application/json",
                status: .internalServerError)
        }
    }

    /// `{"error": sentence}`.
    static func error(_ status: HTTPResponseStatus, _ sentence: String) -> HTTPResponse {
        json(["error": sentence], status: status)
    }

    static func error(_ error: HTTPError) -> HTTPResponse { .error(error.status, error.sentence) }
}
