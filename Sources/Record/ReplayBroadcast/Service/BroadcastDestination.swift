import Files
import Glibc
import ReplayErrors

/// The place to which a broadcast is sent. It contains no secret.
public enum BroadcastDestination: Codable, Hashable, Sendable {
    /// An RTMP or RTMPS server, by its address. The stream key is given apart.
    case rtmp(String)
    /// An SRT server, by its address. The passphrase is given apart.
    case srt(String)
    /// A movie file, by its absolute path.
    case file(String)
    /// A folder for HLS, by its absolute path.
    case folder(String)
    /// Viewers, who fetch low-latency HLS from a server of this machine at an address.
    case viewers(ListenAddress)
    /// A handler program, by its absolute path.
    case handler(String)
    /// The recording itself, which keeps the comments of a source. Nothing is sent.
    case comments(CommentSource)

    /// The extensions of movie files that can be written while they grow, with FFmpeg's name of the format.
    package static let formats = ["mkv": "matroska", "mp4": "mp4", "ts": "mpegts", "flv": "flv"]

    /// Parses an address, or the path of a movie file, of a folder, or of a handler program. The path of a folder ends
    /// with a slash.
    /// - Throws: `BroadcastError` if it is none of them, if it contains a password, or if the program cannot be started.
    public init(_ text: String) throws(BroadcastError) {
        if text == Self.viewersName {
            self = .viewers(.loopback)
        } else if let end = text.firstRange(of: "://") {
            self = try Self.server(text, scheme: text[..<end.lowerBound].lowercased())
        } else if text.hasSuffix("/") {
            self = .folder(text.absolutePath.withoutEndingSlashes)
        } else if let program = try Self.program(text) {
            self = program
        } else {
            self = .file(try Self.movie(text))
        }
    }

    /// The word for `viewers`.
    private static let viewersName = "web"
    /// The name of `comments` for users.
    private static let commentsName = "comments"
    /// The names that no service may have.
    package static let names: Set = [viewersName, commentsName]

    /// Returns the handler program at a path; nil if the path is that of a movie, or of nothing.
    private static func program(_ path: String) throws(BroadcastError) -> BroadcastDestination? {
        guard formats[fileExtension(of: path)] == nil else { return nil }
        var status = stat()
        guard stat(path.cPath, &status) == 0 else {
            guard path.hasByte("/") else { return nil }
            let endings = formats.keys.sorted().map { "." + $0 }.joined(separator: ", ")
            throw BroadcastError(
                .noInput,
                description: "there is no handler program “\(path)”; the name of a movie file ends with \(endings)")
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard access(path.cPath, X_OK) == 0 else {
            throw BroadcastError(
                .notPermitted,
                description: "“\(path)” is not executable, so it cannot be a handler program; “chmod +x” makes it one")
        }
        return .handler((path.hasPrefix("./") ? String(path.dropFirst(2)) : path).absolutePath)
    }

    private static func server(_ text: String, scheme: String) throws(BroadcastError) -> BroadcastDestination {
        let address = try StreamAddress(text)
        switch scheme {
        case "rtmp", "rtmps":
            guard !address.path.isEmpty else {
                throw BroadcastError(
                    .usage,
                    description: "“\(text)” does not name the server’s application; write \(scheme)://HOST/APPLICATION")
            }
            return .rtmp(text)
        case "srt":
            guard !text.contains("?") else {
                throw BroadcastError(
                    .usage, description: "an SRT address has no options here; use --latency, --stream-id and --key")
            }
            guard address.port != nil else {
                throw BroadcastError(.usage, description: "“\(text)” has no port; write srt://HOST:PORT")
            }
            return .srt(text)
        default:
            throw BroadcastError(
                .usage,
                description:
                    "cannot broadcast to “\(scheme)://”; an address begins with rtmp://, rtmps:// or srt://, and “web” serves "
                    + "viewers from this machine")
        }
    }

    private static func movie(_ path: String) throws(BroadcastError) -> String {
        if path.lowercased() == viewersName || path.lowercased().hasPrefix(viewersName + ":") {
            throw BroadcastError(
                .usage,
                description: "the target for viewers is “\(viewersName)”; --listen gives it an address or a port")
        }
        guard formats[fileExtension(of: path)] != nil else {
            let endings = formats.keys.sorted().map { "." + $0 }.joined(separator: ", ")
            throw BroadcastError(
                .usage,
                description:
                    "“\(path)” is neither a service, nor an address such as rtmp://HOST/APPLICATION, nor a file that ends "
                    + "with \(endings), nor a folder that ends with a slash, nor “web”, nor a handler program; “replay "
                    + "broadcast services” lists the services"
            )
        }
        return path.absolutePath
    }

    /// Returns the extension of a file's name in lower case; empty if it has none.
    package static func fileExtension(of path: String) -> String {
        let name = path.pathParts.name
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The destination for users: a host with its port and application, or a path.
    public var name: String {
        switch self {
        case .rtmp(let address), .srt(let address): (try? StreamAddress(address))?.name ?? address
        case .file(let path), .folder(let path), .handler(let path): path
        case .viewers: Self.viewersName
        case .comments: Self.commentsName
        }
    }

    /// The application of an RTMP server: the path of its address.
    package static func application(of address: String) -> String { (try? StreamAddress(address))?.path ?? "" }

    /// The folder as a file, to treat both alike.
    package var asFile: BroadcastDestination { if case .folder(let path) = self { .file(path) } else { self } }

    /// True if viewers fetch the broadcast from this machine.
    package var isForViewers: Bool { if case .viewers = self { true } else { false } }

    /// True if the process needs the libraries of `replay-preview` for the network.
    package var needsServerProgram: Bool {
        switch self {
        case .viewers, .comments: true
        case .rtmp, .srt, .file, .folder, .handler: false
        }
    }

    /// True if the recording is sent over a network, so that the connection may be lost and return.
    package var isNetwork: Bool {
        switch self {
        case .rtmp, .srt: true
        case .file, .folder, .viewers, .handler, .comments: false
        }
    }

    /// True if frames are never left out, because nobody watches meanwhile, or because each frame has a place.
    package var getsEveryFrame: Bool {
        switch self {
        case .file, .folder, .viewers: true
        case .rtmp, .srt, .handler, .comments: false
        }
    }
}
