import Glibc
import ReplayLibrary
import ReplayMovie

/// A new file that everybody may read whom the umask lets.
final class PublicFile {
    private let descriptor: Int32
    private let path: String
    private var end = 0

    init(_ name: String, in folder: Directory) throws {
        descriptor = try folder.createSharedFile(name)
        path = folder.path + "/" + name
    }

    deinit { close(descriptor) }

    func append(_ bytes: [UInt8]) throws {
        try FileBytes.write(bytes, to: descriptor, at: end, path: path)
        end += bytes.count
    }

    func sync() throws { try FileBytes.sync(descriptor, path: path) }
}
