import Glibc

extension Directory {
    /// Removes a folder of this one with all that is in it. What others remove meanwhile is no error; links are not followed.
    /// - Parameter last: a file that goes only when all else has gone.
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
