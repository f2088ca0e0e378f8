import Files
import Glibc
import ReplayLibrary

/// The folder for exports without an absolute path.
enum OutputFolder {
    /// Returns the folder in which the program was started, as for `replay export`. Returns the home folder if that folder
    /// belongs to the library or is not writable.
    /// - Parameter library: The path of the library.
    static func path(besides library: String) throws(FileSystemError) -> String {
        guard let folder = getcwd(nil, 0) else { throw FileSystemError(operation: "find", subject: "this folder") }
        defer { free(folder) }
        let path = String(path: UnsafePointer(folder))
        let isInside = path == library || path.hasPrefix(library + "/")
        return isInside || access(path.cPath, W_OK) != 0 ? try HomeFolder.path() : path
    }
}
