import Files
import Glibc
import ReplayErrors

extension BroadcastDestination {
    /// Checks that a file or folder can be created, or that the address for viewers is free.
    /// - Parameter remedy: The remedy if the file or folder exists, as a clause.
    /// - Throws: `BroadcastError` if the file exists, or the folder contains anything.
    package func requireFree(remedy: String) throws(BroadcastError) {
        switch self {
        case .rtmp, .srt, .handler, .comments: return
        case .viewers(let address): return try address.requireFree()
        case .file(let path) where access(path.cPath, F_OK) != 0:
            let folder = path.pathParts.folder
            guard access(folder.cPath, W_OK) == 0 else {
                throw BroadcastError(
                    .cannotCreate, description: "\(path) cannot be created: \(folder) cannot be written to")
            }
        case .folder(let path) where Self.isNoFolder(path):
            throw BroadcastError(.cannotCreate, description: "\(path) is not a folder; choose another place")
        // A folder that is missing or cannot be read is reported when it is created.
        case .folder(let path) where ((try? Directory.open(path).entries()) ?? []).isEmpty: return
        case .file(let path), .folder(let path):
            throw BroadcastError(.cannotCreate, description: "\(path) already exists; \(remedy)")
        }
    }
}

extension BroadcastDestination {
    /// True if something exists at a path, but not a folder.
    private static func isNoFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path.withoutEndingSlashes.cPath, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }
}

extension BroadcastController.Configuration {
    /// Checks the length of a passphrase of SRT.
    /// - Throws: `BroadcastError`.
    package func requireValidKey() throws(BroadcastError) {
        if case .srt = destination, let key, !(10...79).contains(key.utf8.count) {
            throw BroadcastError(.usage, description: "a passphrase of SRT has 10 to 79 characters")
        }
    }
}
