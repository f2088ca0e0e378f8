import Files
import Glibc
import ReplayBroadcast
import ReplayErrors

/// A target of `replay broadcast`: a service, a service's file, an address, a movie file, a folder or a program.
struct BroadcastTarget {
    var configuration: BroadcastController.Configuration
    private let needsKey: Bool

    /// - Throws: `BroadcastError`, `FileSystemError`.
    init(_ word: String) throws {
        let isServiceFile = [".json5", ".json"].contains(where: word.hasSuffix)
        if let service = isServiceFile ? try BroadcastService.read(word) : try BroadcastService.named(word) {
            configuration = try BroadcastController.Configuration(service)
            needsKey = service.needsKey ?? false
        } else {
            configuration = BroadcastController.Configuration(try BroadcastDestination(word))
            needsKey = false
        }
    }

    /// - Throws: `BroadcastError` if the file exists, or the folder contains anything.
    func requireFreePath() throws {
        switch configuration.destination {
        case .rtmp, .srt, .handler: return
        case .viewers(let address): return try address.requireFree()
        case .file(let path) where access(path.cPath, F_OK) != 0:
            let folder = path.pathParts.folder
            guard access(folder.cPath, W_OK) == 0 else {
                throw BroadcastError(
                    .cannotCreate, description: "\(path) cannot be created: \(folder) cannot be written to")
            }
        // A folder that is missing or cannot be read is reported when it is created.
        case .folder(let path) where ((try? Directory.open(path).entries()) ?? []).isEmpty: return
        case .file(let path), .folder(let path):
            throw BroadcastError(.cannotCreate, description: "\(path) already exists; --force overwrites it")
        }
    }

    /// - Throws: `BroadcastError` if the service needs a key and none was given.
    func requireKey() throws {
        if case .srt = configuration.destination, let key = configuration.key, !(10...79).contains(key.utf8.count) {
            throw BroadcastError(.usage, description: "a passphrase of SRT has 10 to 79 characters")
        }
        guard needsKey, configuration.key == nil else { return }
        let folder = try BroadcastService.folder()
        throw BroadcastError(
            .usage,
            description:
                "\(configuration.name) needs a stream key; give it with --key FILE, in $REPLAY_STREAM_KEY, or in a file in "
                + folder)
    }
}
