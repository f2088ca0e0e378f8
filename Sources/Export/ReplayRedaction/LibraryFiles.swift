import Files
import Glibc
import SystemPackage

/// The files and folders in a library, up to a depth of 32. Symbolic links are not followed.
struct LibraryFiles {
    /// The paths of folders.
    private(set) var folders: [String] = []
    /// The paths of regular files.
    private(set) var files: [String] = []

    private static let maxDepth = 32

    /// Lists the files and folders.
    /// - Parameter path: The path of the library. If it does not exist, there are no files.
    /// - Throws: `FileSystemError` if one of its folders cannot be read, or is deeper than 32 levels.
    init(_ path: String) throws(FileSystemError) { try add(path, depth: 0) }

    private mutating func add(_ path: String, depth: Int) throws(FileSystemError) {
        let folder: Directory
        let names: [String]
        do throws(FileSystemError) {
            folder = try Directory.open(path)
            names = try folder.entries()
        } catch {
            // Another process may remove the folder meanwhile.
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

    /// Returns the type of a file.
    /// - Returns: The type, or nil if the file was removed meanwhile.
    /// - Throws: `FileSystemError` if the status cannot be read, because the file would otherwise count as searched.
    private static func type(of path: String) throws(FileSystemError) -> FileType? {
        do throws(FileSystemError) {
            return try FileSystemError.catching("inspect", subject: path) {
                try Stat(path.cPath, followTargetSymlink: false).type
            }
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }
}
