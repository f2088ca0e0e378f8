import Descriptors
import Files
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// A new file that all users may read, within the umask.
final class PublicFile {
    private let file: OwnedDescriptor
    private let path: String
    private var end = 0

    init(_ name: String, in folder: Directory) throws {
        file = try folder.createSharedFile(name)
        path = folder.path + "/" + name
    }

    func append(_ bytes: [UInt8]) throws {
        try FileBytes.write(bytes, to: file, at: end, path: path)
        end += bytes.count
    }

    func sync() throws { try FileBytes.sync(file, path: path) }
}
