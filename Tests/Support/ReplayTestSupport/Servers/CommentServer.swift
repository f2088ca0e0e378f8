import Foundation

/// A WebSocket server of Python's “websockets”, which sends prepared messages to each client. It ends with this object,
/// or with the test process.
public final class CommentServer {
    /// A message that the server sends.
    public struct Message: Encodable, Sendable {
        var after: Double
        var text: String?
        var size: Int?
        var hex: String?
        var status: Int?
        var together: Bool?

        /// A text, sent a time in seconds after the message before it.
        public static func text(_ text: String, after: Double = 0) -> Message { Message(after: after, text: text) }
        /// A text of a size in bytes.
        public static func long(_ size: Int) -> Message { Message(after: 0, size: size) }
        /// A text frame with bytes.
        public static func bytes(_ bytes: [UInt8]) -> Message {
            Message(after: 0, hex: bytes.map { String(format: "%02x", $0) }.joined())
        }
        /// The status of HTTP with which all clients are refused. It is the first message.
        public static func refusal(_ status: Int) -> Message { Message(after: 0, status: status) }
    }

    /// The first message of a server that sends all others, which are short texts, in one piece with its response.
    public static let together = Message(after: 0, together: true)

    private let directory: TemporaryDirectory
    private let port: UInt16
    private let isSecure: Bool
    private var process: ServerProcess

    /// True if the library is installed.
    public static var isInstalled: Bool {
        FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/websockets/__init__.py")
    }

    /// Starts a server, and returns when it listens.
    public init(_ messages: [Message], isSecure: Bool = false) throws {
        directory = try TemporaryDirectory("comments")
        port = try FreePorts.find(1)[0]
        self.isSecure = isSecure
        let encoder = JSONEncoder()
        let lines = try messages.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }
        try lines.joined().write(toFile: directory.path("script"), atomically: true, encoding: .utf8)
        if isSecure { try Self.makeCertificate(in: directory) }
        process = try Self.start(in: directory, port: port, isSecure: isSecure)
    }

    /// The address, with a path that contains a secret. With TLS, the certificate is for `localhost`.
    public var address: String {
        (isSecure ? "wss://localhost:" : "ws://127.0.0.1:") + "\(port)/chat?token=\(Self.secret)"
    }

    /// The host and the port.
    public var name: String { (isSecure ? "localhost:" : "127.0.0.1:") + "\(port)" }

    /// The secret in the address.
    public static let secret = "s3cr3t-of-comments"

    /// The server's own certificate, which nobody trusts by default.
    public var certificate: String { directory.path("cert.pem") }

    /// Returns the path that the next client has asked for.
    public func nextRequest() throws -> String { try process.nextLine() }

    /// Kills the server, like a crash.
    public func kill() { process.kill() }

    /// Starts the server again after ``kill()``.
    public func restart() throws { process = try Self.start(in: directory, port: port, isSecure: isSecure) }

    private static func makeCertificate(in directory: TemporaryDirectory) throws {
        let tls = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
        let names = ["-addext", "subjectAltName=DNS:localhost"]
        let files = ["-keyout", directory.path("key.pem"), "-out", directory.path("cert.pem")]
        let made = try ChildProcess(["openssl"] + tls + names + files).wait()
        guard made.status == 0 else { throw ServerError("There is no certificate: \(made.errors)") }
    }

    private static func start(in directory: TemporaryDirectory, port: UInt16, isSecure: Bool) throws -> ServerProcess {
        let program = ProjectFolder.url.appending(path: "Scripts/judges/comment-server").path
        let tls = isSecure ? [directory.path("cert.pem"), directory.path("key.pem")] : []
        let process = try ServerProcess(
            command: ["/usr/bin/python3", program, "\(port)", directory.path("script")] + tls,
            environment: ProcessInfo.processInfo.environment)
        guard try process.nextLine() == "ready" else { throw ServerError("No comment server: \(process.errors)") }
        return process
    }
}
