import ReplayBroadcast
import ReplayTestSupport
import Testing

@Suite struct CommentSourceTests {
    private func source(_ text: String) -> Result<CommentSource, BroadcastError> {
        Result { () throws(BroadcastError) in try CommentSource(text) }
    }

    private func exitCode(_ text: String) -> Int32? {
        guard case .failure(let error) = source(text) else { return nil }
        return error.category.exitCode
    }

    @Test("Addresses have a host, a port and a target, and the name hides what may be a secret")
    func addresses() throws {
        let plain = try WebSocketAddress("ws://example.org:8080/chat?token=x")
        #expect(plain.host == "example.org" && plain.port == 8080 && plain.target == "/chat?token=x")
        #expect(plain.name == "example.org:8080" && !plain.isSecure)
        let secure = try WebSocketAddress("WSS://[::1]?room=3")
        #expect(secure.host == "::1" && secure.port == 443 && secure.target == "/?room=3" && secure.isSecure)
        #expect(secure.name == "[::1]")
        #expect(try WebSocketAddress("wss://example.org").target == "/")
    }

    @Test(
        "An address that is not valid is refused, and not repeated",
        arguments: [
            "ws://", "ws:///chat", "wss://ann:s3cret@example.org/", "http://h/s3cret", "ws://h:0/", "ws://h/#s3cret",
        ])
    func invalid(address: String) {
        guard case .failure(let error) = source(address) else {
            Issue.record("no error")
            return
        }
        #expect(error.category.exitCode == 64 && !error.description.contains("s3cret"), "\(error)")
    }

    @Test("A path must be that of a file or FIFO that is there and can be read")
    func files() throws {
        let folder = try TemporaryDirectory("comments")
        #expect(exitCode(folder.path("none")) == 66)
        #expect(exitCode("-") == 66)
        #expect(exitCode(folder.path) == 65)
        try "".write(toFile: folder.path("file"), atomically: true, encoding: .utf8)
        #expect(try source(folder.path("file")).get() == .file(folder.path("file")))
    }
}
