extension Recording {
    /// Cuts off what follows the movie's last whole fragment, so that others read it without a complaint and it can be
    /// gone on with. Its lock must be held.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func cutTornEnd() throws {
        let index = try openMovie().index
        guard index.isTruncated else { return }
        try folder.truncate(Self.movieName, to: index.wholeEnd)
    }
}
