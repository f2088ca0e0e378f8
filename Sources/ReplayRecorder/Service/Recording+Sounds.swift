package import ReplayMovie

extension Recording {
    /// The kinds of sound that it has tracks of, in their order.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func soundKinds() throws -> [SoundKind] {
        let movie = try openMovie()
        return movie.index.audioTracks.compactMap { SoundKind(trackTitle: movie.streams[$0].title) }
    }
}
