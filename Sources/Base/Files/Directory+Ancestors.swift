import SystemPackage

extension Directory {
    /// `O_PATH`, which swift-system and Swift's Glibc module lack. It needs no permission to read the folder.
    private static let pathOnly: FileDescriptor.OpenOptions = [.init(rawValue: 0o10_000_000), .directory]

    /// Returns the identifiers of this folder and of its ancestors, up to the root or a folder that cannot be entered.
    package func ancestors() -> [FileIdentifier] {
        var found: [FileIdentifier] = []
        var place = open(".", mode: .readOnly, options: Self.pathOnly)
        // A folder without a status, as on a stale network file system, ends the list: its ancestors are unknown.
        while let current = place, let status = try? current.descriptor.stat(), found.last != FileIdentifier(status) {
            found.append(FileIdentifier(status))
            place = Directory(current, path: path).open("..", mode: .readOnly, options: Self.pathOnly)
        }
        return found
    }

    /// Opens the parent folder.
    package func parent() throws(FileSystemError) -> Directory {
        guard let above = open("..", mode: .readOnly, options: .directory) else {
            throw FileSystemError(operation: "open", subject: path + "/..")
        }
        return Directory(above, path: path + "/..")
    }
}
