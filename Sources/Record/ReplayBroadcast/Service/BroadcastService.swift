import Files
import Glibc
public import ReplayErrors
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
    /// The address, such as `rtmps://HOST/APPLICATION` or `srt://HOST:PORT`. Nil if the set-up program tells it, or if
    /// the user gives it.
    public let address: String?
    /// The protocols of the address that the user gives; nil if the service has an address or a set-up program.
    public let protocols: [String]?
    /// The set-up program and its arguments; nil if there is none. The program is a path from the file's folder, or a
    /// name in `$PATH`.
    public let setup: [String]?
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
    /// The folder of the service's file, which paths of programs begin from; nil for a built-in service.
    package private(set) var folder: String?

    /// The keys of the file.
    enum CodingKeys: String, CodingKey, CaseIterable {
        case version, name, summary, address, protocols, setup, needsKey, key, streamID, latency, publicURL, limits
    }
}

extension BroadcastService {
    /// The built-in services. They are part of the program, and tests read each of them.
    public static let builtIn: [BroadcastService] = [
        PackageResources.custom_rtmp_json5, PackageResources.custom_srt_json5, PackageResources.twitch_json5,
        PackageResources.youtube_json5,
    ].compactMap { text in
        // The tests read each of them.
        try? BroadcastService(json5: text, source: "a service of Replay")
    }

    /// The folder with the user's services, which need not exist: `~/.config/replay/services`.
    /// - Throws: `FileSystemError` if the user has no home.
    public static func folder() throws -> String { try HomeFolder.config() + "/replay/services" }

    /// The services that can be used, with the errors of the files that cannot.
    public struct Listing: Sendable {
        /// The services, by name.
        public var services: [BroadcastService] = []
        /// The errors of the user's files, in the order of the files' names.
        public var problems: [any CategorizedError] = []
    }

    /// Returns the user's services and the built-in ones, by name. A user's service replaces a built-in one of the same
    /// name. A file that cannot be used hides no other service.
    /// - Throws: `FileSystemError` if the user's folder cannot be read.
    public static func all() throws -> Listing {
        var listing = Listing()
        for file in try ownFiles() {
            do {
                listing.services.append(try readOwn(file))
            } catch {
                listing.problems.append(
                    error as? any CategorizedError ?? BroadcastError(.failed, description: "\(file): \(error)"))
            }
        }
        let names = Set(listing.services.map(\.name))
        listing.services += builtIn.filter { !names.contains($0.name) }
        listing.services.sort { $0.name < $1.name }
        return listing
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
        var service = try BroadcastService(
            json5: try RegularFile.contents(of: file, path: path, limit: maxSize), source: path)
        service.folder = path.absolutePath.pathParts.folder
        if service.key != nil { try KeyFile.requirePrivate(file, path: path) }
        return service
    }
}
