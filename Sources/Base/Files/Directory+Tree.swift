import Glibc

extension Directory {
    /// Removes a folder of this folder with everything in it. Links are not followed, and entries that
    /// others remove meanwhile are no error.
    /// - Parameter last: The name of a file that is removed after all others.
    package func removeTree(_ name: String, last: String? = nil) throws(FileSystemError) {
        let folder: Directory
        do throws(FileSystemError) {
            folder = try directory(name)
        } catch {
            guard error.code == ENOENT else { throw error }
            return
        }
        for entry in try folder.entries() where entry != last {
            if folder.status(of: entry)?.type == .directory {
                try folder.removeTree(entry)
            } else {
                try folder.remove(entry)
            }
        }
        if let last { try folder.remove(last) }
        try removeFolder(name)
    }
}
