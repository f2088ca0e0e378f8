import Foundation
import ReplayTestSupport
import Testing

/// A client of the preview server that sends the requests of its page.
struct PreviewClient: Sendable {
    let port: UInt16
    let token: String
    /// The object that keeps the server alive as long as this client exists.
    var life: ServerLife?

    /// An answer of the server.
    struct Answer {
        let status: Int
        /// The headers, with names in lower case.
        let headers: [String: String]
        let body: Data

        func json<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
            try JSONDecoder().decode(Value.self, from: body)
        }

        /// The sentence of an error.
        var sentence: String { (try? json(Complaint.self).error) ?? "" }

        private struct Complaint: Decodable { let error: String }

        /// Expects a failure that follows the conventions: its status, and one sentence.
        func expectComplaint(
            _ status: Int, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(self.status == status, "\(sentence)", sourceLocation: sourceLocation)
            #expect(!sentence.isEmpty && !sentence.hasSuffix("."), "\(sentence)", sourceLocation: sourceLocation)
            for word in words { #expect(sentence.contains(word), "\(sentence)", sourceLocation: sourceLocation) }
        }
    }

    /// Sends a request.
    /// - Returns: The connection on which the answer comes.
    func begin(
        _ method: String, _ path: String, _ body: Data = Data(), headers: [String: String] = [:]
    ) throws -> LocalConnection {
        var head = "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n"
        if path.hasPrefix("/api/") { head += "Authorization: Bearer \(token)\r\n" }
        for (name, value) in headers { head += "\(name): \(value)\r\n" }
        let connection = try LocalConnection(port: port)
        try connection.write(Data((head + "Content-Length: \(body.count)\r\n\r\n").utf8) + body)
        return connection
    }

    func send(
        _ method: String, _ path: String, _ body: Data = Data(), headers: [String: String] = [:]
    ) throws -> Answer {
        let connection = try begin(method, path, body, headers: headers)
        let lines = try connection.readHead()
        let fields = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
        }
        let found = Dictionary(fields) { $1 }
        let status = try #require(lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
        let length = found["content-length"].flatMap { Int($0) } ?? 0
        return Answer(status: status, headers: found, body: try connection.read(length))
    }

    /// Sends a GET request to a path below `/api/`.
    func get(_ path: String) throws -> Answer { try send("GET", "/api/" + path) }

    func delete(_ path: String) throws -> Answer { try send("DELETE", "/api/" + path) }

    func post(_ path: String, _ body: [String: Any] = [:]) throws -> Answer {
        try send("POST", "/api/" + path, try JSONSerialization.data(withJSONObject: body))
    }

    func description(_ id: String) throws -> PreviewDescription { try get("recordings/\(id)").json() }

    func edit(_ id: String, _ body: [String: Any]) throws -> Answer { try post("recordings/\(id)/edit", body) }

    func cut(_ id: String, _ start: Int, _ end: Int) throws -> Answer {
        try edit(id, ["operation": "cut", "start": start, "end": end])
    }

    /// Returns all recordings.
    func library() throws -> [PreviewSummary] {
        struct Library: Decodable { let recordings: [PreviewSummary] }
        return try get("recordings").json(Library.self).recordings
    }
}
