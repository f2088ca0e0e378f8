import Files
import Hummingbird
import ReplayBroadcast
import ReplayLibrary

/// The broadcast that a page requests. Exactly one of the targets is given.
struct BroadcastBody: Decodable, Sendable {
    /// The name of a service.
    let service: String?
    /// The address of a server: `rtmp://…`, `rtmps://…` or `srt://…`.
    let address: String?
    /// The path of a movie file. A relative path is one in the folder for exports.
    let file: String?
    /// The path of a folder for HLS.
    let folder: String?
    /// The address at which viewers are served: an IP address with or without a port, or an empty text for this machine.
    let web: String?
    /// The stream key, or the passphrase of SRT. It is kept nowhere.
    let key: String?
    /// The highest bit rate of the video, in bits per second. With it, the screen is encoded in any case.
    let bitRate: Int?
    /// True to replace an existing file.
    let overwrite: Bool?

    private static let maxLength = 4096

    /// Returns the settings of the broadcast, which can be started now.
    /// - Parameters:
    ///   - library: The path of the library.
    ///   - needsKey: True if a service that needs a key must get one now.
    /// - Throws: `HTTPError`, `BroadcastError`, `FileSystemError`. No error contains the key.
    func configuration(besides library: String, needsKey: Bool = true) throws -> BroadcastController.Configuration {
        let targets = [service, address, file, folder, web].compactMap(\.self)
        guard targets.count == 1, targets.allSatisfy({ $0.utf8.count <= Self.maxLength && !$0.utf8.contains(0) }) else {
            throw HTTPError.bad("a broadcast needs one target: “service”, “address”, “file”, “folder” or “web”")
        }
        var configuration = try service.map { try Self.service($0) } ?? .init(try destination(besides: library))
        if let key, !key.isEmpty {
            guard configuration.destination.isNetwork else { throw HTTPError.bad("only a server takes a stream key") }
            configuration.key = try KeyFile.key(in: Array(key.utf8), of: "the field")
        }
        try encode(&configuration)
        try configuration.requireValidKey()
        if needsKey { try requireKey(of: configuration) }
        configuration.replacesFile = overwrite ?? false
        if overwrite != true { try configuration.destination.requireFree(remedy: "replace it, or choose another name") }
        return configuration
    }

    private func encode(_ configuration: inout BroadcastController.Configuration) throws(HTTPError) {
        guard let bitRate else { return }
        guard configuration.destination.isNetwork else { throw .bad("only a server takes a bit rate") }
        guard BroadcastService.Limits.bitRates.contains(bitRate) else {
            throw .bad("the bit rate must be 0.25 to 100 Mbit/s")
        }
        configuration.encode(atMost: bitRate)
    }

    private static func service(_ name: String) throws -> BroadcastController.Configuration {
        guard let service = try BroadcastService.named(name) else {
            throw HTTPError(.notFound, message: "there is no service “\(name)”")
        }
        return try .init(service)
    }

    private func requireKey(of configuration: BroadcastController.Configuration) throws {
        guard configuration.key == nil, let service = try service.flatMap({ try BroadcastService.named($0) }),
            service.needsKey ?? false
        else { return }
        throw HTTPError.bad("“\(service.name)” needs a stream key")
    }

    private func destination(besides library: String) throws -> BroadcastDestination {
        if let address {
            // A text without a scheme would be a path.
            guard address.contains("://"), case let server = try BroadcastDestination(address), server.isNetwork else {
                throw HTTPError.bad("“\(address)” is not an address that begins with rtmp://, rtmps:// or srt://")
            }
            return server
        }
        if let web { return .viewers(try web.isEmpty ? .loopback : ReplayBroadcast.ListenAddress(web)) }
        if let file {
            let path = try Self.place(file, besides: library)
            guard BroadcastDestination.formats[BroadcastDestination.fileExtension(of: path)] != nil else {
                throw HTTPError.bad("the name of a movie file ends with .flv, .mkv, .mp4 or .ts")
            }
            return .file(path)
        }
        return .folder(try Self.place(folder ?? "", besides: library).withoutEndingSlashes)
    }

    /// Returns an absolute path.
    private static func place(_ path: String, besides library: String) throws -> String {
        guard !path.isEmpty else { throw HTTPError.bad("the path is missing") }
        if path.hasPrefix("~/") { return try HomeFolder.path() + path.dropFirst() }
        return path.isAbsolutePath ? path : try OutputFolder.path(besides: library) + "/" + path
    }
}
