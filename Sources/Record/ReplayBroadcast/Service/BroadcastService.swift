import Files
import Glibc
import ReplayErrors
import ReplayJSON
import ReplayLibrary

/// A service that takes broadcasts: its address and limits, as a JSON5 file describes them.
///
/// The built-in services contain no key. A user's own file may contain one; other users must not be able to read it.
public struct BroadcastService: Codable, Equatable, Sendable {
    /// The largest stream that a service takes.
    public struct Limits: Codable, Equatable, Sendable {
        /// The largest width and height, in pixels.
        public var width, height: Int?
        /// The highest frame rate, in frames per second.
        public var framesPerSecond: Int?
        /// The highest bit rate of the video, in bits per second.
        public var bitRate: Int?
        /// The longest time between keyframes, in seconds.
        public var keyframeSeconds: Int?

        /// Creates limits that allow everything.
        public init() {}
    }

    /// The version of the file format, 1.
    public let version: Int
    /// The name by which users choose the service.
    public let name: String
    /// A short description.
    public let summary: String?
    /// The address, such as `rtmps://HOST/APPLICATION` or `srt://HOST:PORT`.
    public let address: String
    /// True if the service refuses every broadcast without a key.
    public let needsKey: Bool?
    /// The stream key of RTMP, or the passphrase of SRT.
    public let key: String?
    /// The stream id of SRT.
    public let streamID: String?
    /// The latency of SRT, in milliseconds.
    public let latency: Int?
    /// The public address for viewers.
    public let publicURL: String?
    /// The limits of the service.
    public let limits: Limits?
}

extension BroadcastService {
    /// The built-in services. They are part of the program, and tests read each of them.
    public static let builtIn: [BroadcastService] = [
        PackageResources.twitch_json5, PackageResources.youtube_json5,
    ].compactMap { try? BroadcastService(json5: $0, source: "a service of Replay") }

    /// The folder with the user's services, which need not exist: `~/.config/replay/services`.
    /// - Throws: `FileSystemError` if the user has no home.
    public static func folder() throws -> String { try HomeFolder.config() + "/replay/services" }

    /// Returns the user's services and the built-in ones, by name. A user's service replaces a built-in one of the same
    /// name.
    /// - Throws: `BroadcastError` or `FileSystemError` if one of the user's files cannot be used.
    public static func all() throws -> [BroadcastService] {
        let own = try ownFiles().map { try readOwn($0) }
        let names = Set(own.map(\.name))
        return (own + builtIn.filter { !names.contains($0.name) }).sorted { $0.name < $1.name }
    }

    private static func ownFiles() throws -> [String] {
        let folder = try folder()
        guard access(folder.cPath, F_OK) == 0 else { return [] }
        return try Directory.open(folder).entries().filter { $0.hasSuffix(".json5") || $0.hasSuffix(".json") }.sorted()
            .map { folder + "/" + $0 }
    }

    /// Returns the service with a name; nil if there is none.
    /// - Throws: `BroadcastError` or `FileSystemError` if the user's file with this name cannot be used.
    public static func named(_ name: String) throws -> BroadcastService? {
        let name = name.lowercased()
        let file = try ownFiles().first { fileName($0) == name }
        return try file.map { try readOwn($0) } ?? builtIn.first { $0.name == name }
    }

    private static func fileName(_ path: String) -> String { String(path.pathParts.name.prefix { $0 != "." }) }

    /// Reads a file of the user's folder, whose name must be the service's.
    private static func readOwn(_ path: String) throws -> BroadcastService {
        let service = try read(path)
        guard service.name == fileName(path) else {
            throw BroadcastError(
                .badData, description: "\(path) describes “\(service.name)”; rename it to \(service.name).json5")
        }
        return service
    }

    /// Reads a service from a file.
    /// - Throws: `FileSystemError`, or `BroadcastError` with line and column. Also if the file contains a key and other
    ///   users may read it.
    public static func read(_ path: String) throws -> BroadcastService {
        let file = try RegularFile.open(path)
        let service = try BroadcastService(
            json5: try RegularFile.contents(of: file, path: path, limit: maxSize), source: path)
        if service.key != nil { try KeyFile.requirePrivate(file, path: path) }
        return service
    }

    private static let maxSize = 64 << 10

    /// Reads a service from JSON5.
    /// - Parameter source: The name of the text in errors.
    init(json5 text: [UInt8], source: String) throws(BroadcastError) {
        do throws(JSON5Error) {
            let value = try JSON5Parser.parse(text)
            try value.check(keys: Self.keys)
            try value.check(forms: Self.forms)
            self = try value.decode(BroadcastService.self)
            if let (path, reason) = problem {
                throw JSON5Error(offset: value.value(at: path)?.offset ?? value.offset, reason: reason)
            }
        } catch {
            let place = JSON5Text(text).place(of: error.offset)
            let line =
                text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                .dropFirst(place.line - 1).first ?? []
            // The reason may quote the value, which is perhaps the key.
            let isSecret = String(decoding: line, as: UTF8.self).contains("key:") && error.reason.contains("“")
            let reason = isSecret ? "this line is not valid" : error.reason
            throw BroadcastError(
                .badData, description: "\(source), line \(place.line), column \(place.column): \(reason)")
        }
    }

    /// The keys that lead to the first value out of range and the reason; nil if all are valid.
    private var problem: (path: [String], reason: String)? {
        guard version == 1 else { return (["version"], "its version is \(version), but must be 1") }
        let isName = !name.isEmpty && name.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
        guard isName else {
            return (["name"], "“\(name.excerpt)” must consist of lower-case letters, digits and hyphens")
        }
        do throws(BroadcastError) {
            guard try BroadcastDestination(address).isNetwork else {
                return (["address"], "it must begin with rtmp://, rtmps:// or srt://")
            }
        } catch {
            return (["address"], error.description)
        }
        if let key, key.isEmpty || !key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) {
            return (["key"], "the key is not one word of plain characters")
        }
        if let latency, !(20...10_000).contains(latency) { return (["latency"], "it must be 20 to 10000 milliseconds") }
        let limits = [
            ("width", limits?.width), ("height", limits?.height), ("framesPerSecond", limits?.framesPerSecond),
            ("bitRate", limits?.bitRate), ("keyframeSeconds", limits?.keyframeSeconds),
        ]
        return limits.first { $0.1.map { $0 < 1 } ?? false }.map { (["limits", $0.0], "it must be at least 1") }
    }

    private static let keys: [String: Set<String>] = [
        "": [
            "version", "name", "summary", "address", "needsKey", "key", "streamID", "latency", "publicURL", "limits",
        ],
        "limits": ["width", "height", "framesPerSecond", "bitRate", "keyframeSeconds"],
    ]

    private static let forms: [String: JSON5Form] = [
        "": JSON5Form(.object, example: "{ version: 1 }"), "version": JSON5Form(.wholeNumber, example: "1"),
        "name": JSON5Form(.text, example: "\"lectures\""), "summary": JSON5Form(.text, example: "\"our server\""),
        "address": JSON5Form(.text, example: "\"rtmps://example.org/live\""),
        "needsKey": JSON5Form(.boolean, example: "true"), "key": JSON5Form(.text, example: "\"abcd-1234\""),
        "streamID": JSON5Form(.text, example: "\"lectures\""), "latency": JSON5Form(.wholeNumber, example: "200"),
        "publicURL": JSON5Form(.text, example: "\"https://example.org/watch\""),
        "limits": JSON5Form(.object, example: "{ bitRate: 6000000 }"),
        "limits.width": JSON5Form(.wholeNumber, example: "1920"),
        "limits.height": JSON5Form(.wholeNumber, example: "1080"),
        "limits.framesPerSecond": JSON5Form(.wholeNumber, example: "60"),
        "limits.bitRate": JSON5Form(.wholeNumber, example: "6000000"),
        "limits.keyframeSeconds": JSON5Form(.wholeNumber, example: "2"),
    ]
}
