package import AudioSources
package import ReplayLibrary
import ReplayMovie

extension Recording {
    /// Returns the kinds of its audio tracks, in their order.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func audioKinds() throws -> [AudioSource] {
        let movie = try openMovie()
        return movie.index.audioTracks.compactMap { AudioSource(trackTitle: movie.streams[$0].title) }
    }
}
