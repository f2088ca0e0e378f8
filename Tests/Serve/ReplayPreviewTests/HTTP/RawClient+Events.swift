@testable import ReplayPreview

extension RawClient {
    /// Asks for the events.
    /// - Returns: the status of the answer.
    mutating func openEvents(_ port: Int, _ token: AccessToken, _ query: String = "") async throws -> Int {
        try await send(
            "GET /api/events\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token.text)\r\n\r\n"
        )
        let answer = try await answer(hasBody: false)
        if answer.status == 200, answer.headers["Content-Type"] != ["text/event-stream"] { throw BadAnswer() }
        return answer.status
    }

    mutating func openEvents(_ server: TestServer, _ query: String = "") async throws -> Int {
        try await openEvents(server.port, server.token, query)
    }

    /// The next event, or the next comment; nil at the end of the stream.
    mutating func event() async throws -> String? {
        guard let chunk = try await chunk() else { return nil }
        let text = String(decoding: chunk, as: UTF8.self)
        guard text.hasSuffix("\n\n") else { throw BadAnswer() }
        return String(text.dropLast(2))
    }
}
