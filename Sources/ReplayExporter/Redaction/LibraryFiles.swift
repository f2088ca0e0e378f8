import Glibc
import ReplayLibrary

/// All that lies in a library, in folders of any depth; links are not followed.
struct LibraryFiles {
    /// The paths of folders.
    private(set) var folders: [String] = []
    /// The paths of regular files.
    private(set) var files: [String] = []

    private static let maxDepth = 32

    /// - Parameter path: where it lies; one that is not there has no files.
    /// - Throws: `FileSystemError` where a folder of it cannot be read.
    init(_ path: String) throws(FileSystemError) { try add(path, depth: 0) }

    private mutating func add(_ path: String, depth: Int) throws(FileSystemError) {
        let folder: Directory
        let names: [String]
        do throws(FileSystemError) {
            folder = try Directory.open(path)
            names = try folder.entries()
        } catch {
            // Others may remove it meanwhile.
            guard error.code == ENOENT else { throw error }
            return
        }
        guard depth < Self.maxDepth else { throw FileSystemError(ELOOP, operation: "read", subject: path) }
        folders.append(path)
        for name in names {
            switch folder.status(of: name)?.type {
            case .directory: try add(path + "/" + name, depth: depth + 1)
            case .regular: files.append(path + "/" + name)
            default: break
            }
        }
    }
}
