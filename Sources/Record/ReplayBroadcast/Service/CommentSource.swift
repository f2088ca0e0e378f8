import Files
import Glibc

/// The source of a broadcast's comments: a WebSocket server, or a file or FIFO with lines of JSON.
public enum CommentSource: Codable, Hashable, Sendable {
    /// A WebSocket server.
    case webSocket(WebSocketAddress)
    /// A file that grows, or a FIFO, by its absolute path.
    case file(String)

    /// The environment variable with a source. Other users cannot see it, unlike a command line.
    package static let variable = "REPLAY_COMMENTS"

    /// Parses an address, or the path of a file or FIFO that exists and can be read.
    /// - Throws: `BroadcastError` if the text is neither of them.
    public init(_ text: String) throws(BroadcastError) {
        guard !text.contains("://") else {
            self = .webSocket(try WebSocketAddress(text))
            return
        }
        try Self.checkFile(text)
        self = .file(text.absolutePath)
    }

    /// Takes the source from the environment, so that programs started later do not get it.
    /// - Throws: `BroadcastError` if it is not valid.
    package static func takeFromEnvironment() throws(BroadcastError) -> CommentSource? {
        defer { unsetenv(variable) }
        return try String.variable(variable).map { text throws(BroadcastError) in try CommentSource(text) }
    }

    /// The source for users, without secrets: the server's host and port, or the path.
    public var name: String {
        switch self {
        case .webSocket(let address): address.name
        case .file(let path): path
        }
    }

    private static func checkFile(_ path: String) throws(BroadcastError) {
        var status = stat()
        guard stat(path.cPath, &status) == 0 else {
            let advice = path == "-" ? "; use a FIFO (mkfifo) instead of standard input" : ""
            throw BroadcastError(.noInput, description: "there is no file of comments “\(path)”\(advice)")
        }
        guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else {
            throw BroadcastError(.badData, description: "comments cannot be read from “\(path)”: it is no file or FIFO")
        }
        guard access(path.cPath, R_OK) == 0 else {
            throw BroadcastError(.notPermitted, description: "the file of comments “\(path)” cannot be read by you")
        }
    }
}
