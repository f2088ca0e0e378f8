import Foundation

/// A local server of the YouTube Live Streaming API, `Scripts/judges/youtube-server`. It checks each request and each of
/// its own answers against the API's public discovery document. It ends with this object, or with the test process.
public final class YouTubeServer {
    /// A request that the server has got.
    public struct Request: Decodable, Sendable {
        /// The name of the call, such as `liveBroadcasts.transition live`.
        public var call: String
        /// The status of the answer.
        public var status: Int
        /// The violations of the discovery document.
        public var problems: [String]
        /// The body of a call of the API; empty if there was none.
        public var body: String
    }

    private static let script = ProjectFolder.path("Scripts/judges/youtube-server")
    private let directory: TemporaryDirectory
    private let process: ServerProcess
    private let port: String

    /// True if the discovery document is there, or could be fetched from PyPI.
    public static let isAvailable = (try? ChildProcess([script]).wait(limit: 600).status) == 0

    /// Starts a server whose streams have the key and the addresses of an RTMP server.
    public init(sendingTo server: RTMPServer) throws {
        directory = try TemporaryDirectory("youtube")
        process = try ServerProcess(
            command: [
                Self.script, directory.path, server.key, server.address, server.secureAddress, server.folder,
            ], environment: ProcessInfo.processInfo.environment)
        port = try process.nextLine()
    }

    /// The environment of a program that uses this server.
    public var variables: [String: String] {
        ["YOUTUBE_API": "http://127.0.0.1:\(port)/youtube/v3", "YOUTUBE_OAUTH": "http://127.0.0.1:\(port)"]
    }

    /// Lets the user allow the access in the browser.
    public func allow() throws { try write("", to: "allowed") }

    /// Lets a call of the API fail once, for a reason of YouTube's.
    public func fail(_ call: String, reason: String) throws { try write("\(call) \(reason)", to: "fault") }

    private func write(_ text: String, to name: String) throws {
        try text.write(toFile: directory.path(name), atomically: true, encoding: .utf8)
    }

    /// Returns the requests so far, without an incomplete last one.
    public func requests() throws -> [Request] {
        // There is no file before the first request.
        guard let text = try? String(contentsOfFile: directory.path("journal.jsonl"), encoding: .utf8) else {
            return []
        }
        return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { try JSONDecoder().decode(Request.self, from: Data($0.utf8)) }
    }
}
