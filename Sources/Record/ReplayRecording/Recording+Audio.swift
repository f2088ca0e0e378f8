package import ReplayLibrary
import ReplayMovie

extension Recording {
    /// The kinds of audio that it has tracks of, in their order.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func audioKinds() throws -> [AudioSource] {
        let movie = try openMovie()
        return movie.index.audioTracks.compactMap { AudioSource(trackTitle: movie.streams[$0].title) }
    }
}
