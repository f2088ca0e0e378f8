import ReplayMovie

extension Directory {
    /// Removes a folder of this one, the folders in it, and all their files.
    func removeTree(_ name: String) throws {
        let folder = try directory(name)
        for entry in try folder.entries() where (try? folder.directory(entry)) != nil {
            try folder.removeDirectory(entry)
        }
        try removeDirectory(name)
    }
}
