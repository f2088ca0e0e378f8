import Glibc

extension Recording {
    /// Cuts off what follows the movie's last whole fragment, so that it can be gone on with. Its lock must be held.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func cutTornEnd() throws {
        let index = try openMovie().index
        guard index.isTruncated else { return }
        let descriptor = try folder.openFile(Self.movieName, flags: O_WRONLY)
        defer { close(descriptor) }
        guard ftruncate(descriptor, off_t(index.wholeEnd)) == 0 else {
            throw FileSystemError(operation: "cut off the torn end of", subject: path + "/" + Self.movieName)
        }
    }
}
