import NIOHTTP1

/// The response to a request.
struct HTTPResponse: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        /// A file. A request may ask for a range of it; the response's status must be 200.
        case file(HTTPFile)
        /// Parts with an unknown total length. The next part is requested when the client has received the previous
        /// one. An error closes the connection, so that the client sees that the response is incomplete.
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    }

    var status: HTTPResponseStatus
    /// The header fields, for example `Content-Type`. The server adds defaults for missing ones (`ResponseHead`).
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

    /// Returns a JSON document with sorted keys, or an error with status 500 if the value cannot be encoded.
    static func json(_ value: some Encodable, status: HTTPResponseStatus = .ok) -> HTTPResponse {
        do {
            return bytes(try JSONText.bytes(of: value), type: "application/json", status: status)
        } catch {
            return bytes(
                Array(#"{"error":"the answer cannot be written as JSON"}"#.utf8), type: "application/json",
                status: .internalServerError)
        }
    }

    /// Returns `{"error": sentence}`.
    static func error(_ status: HTTPResponseStatus, _ sentence: String) -> HTTPResponse {
        json(["error": sentence], status: status)
    }

    static func error(_ error: HTTPError) -> HTTPResponse { .error(error.status, error.sentence) }
}
