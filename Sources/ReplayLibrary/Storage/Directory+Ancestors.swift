import Glibc

extension Directory {
    /// `O_PATH`, which Swift's Glibc module leaves out: it wants no permission to read.
    private static let pathOnly: Int32 = 0o10_000_000 | O_DIRECTORY | O_CLOEXEC

    /// This folder and all that it lies in, as far as they may be entered.
    package func ancestors() -> [FileIdentifier] {
        var found: [FileIdentifier] = []
        var place = openat(descriptor, ".", Self.pathOnly)
        while place >= 0 {
            let current = place
            defer { close(current) }
            var status = stat()
            guard fstat(current, &status) == 0, found.last != FileIdentifier(status) else { break }
            found.append(FileIdentifier(status))
            place = openat(current, "..", Self.pathOnly)
        }
        return found
    }

    /// The folder that this one lies in.
    package func parent() throws(FileSystemError) -> Directory {
        let above = openat(descriptor, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard above >= 0 else { throw FileSystemError(operation: "open", subject: path + "/..") }
        return Directory(descriptor: above, path: path + "/..")
    }
}
