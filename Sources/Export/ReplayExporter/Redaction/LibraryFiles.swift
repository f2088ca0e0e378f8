import Files
import Glibc
import SystemPackage

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
            let member = path + "/" + name
            switch try Self.type(of: member) {
            case .directory: try add(member, depth: depth + 1)
            case .regular: files.append(member)
            default: break
            }
        }
    }

    /// - Returns: nil for one that was removed meanwhile.
    /// - Throws: `FileSystemError` if it cannot be looked at: it would be taken for searched.
    private static func type(of path: String) throws(FileSystemError) -> FileType? {
        do throws(FileSystemError) {
            return try FileSystemError.catching("look at", path) {
                try Stat(path.cPath, followTargetSymlink: false).type
            }
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }
}
