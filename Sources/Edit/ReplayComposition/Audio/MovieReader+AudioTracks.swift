package import AudioSources
import ReplayMovie
package import ReplayTimeline

extension MovieReader {
    /// Returns the indices of the audio tracks to play. This is the recorder's mix alone, if there is one, all tracks
    /// are played, and no audio effect applies to one track only.
    /// - Parameter sources: The sources to play, or nil for all tracks.
    /// - Throws: `CompositionError.noAudio` if the movie lacks a source.
    package func audioTracks(of sources: Set<AudioSource>?, for edit: Edit) throws(CompositionError) -> [Int] {
        let tracks = index.audioTracks
        func track(_ title: String) -> Int? { tracks.first { streams[$0].title == title } }
        let mix = track(MovieTrack.mixTitle)
        let kinds = sources ?? Set(AudioSource.allCases)
        if kinds.count > 1, let mix, edit.audioEffects.allSatisfy({ $0.track == nil }) { return [mix] }
        guard let sources else { return tracks.filter { $0 != mix } }
        if let missing = sources.first(where: { track($0.trackTitle) == nil }) { throw .noAudio(missing) }
        return sources.compactMap { track($0.trackTitle) }.sorted()
    }
}
