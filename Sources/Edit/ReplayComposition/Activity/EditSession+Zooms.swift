package import MediaTime
package import ReplayEditor
import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

extension EditSession {
    /// Returns zooms to where something happens in the recording. Blocks: the frames of the proxy are decoded, or those
    /// of the movie if there is no proxy.
    /// - Parameters:
    ///   - range: The range of the recording in which zooms may be, or nil for all of it.
    ///   - scale: The enlargement, in percent; in `ZoomProposal.scales`.
    /// - Returns: The zooms: ascending, disjoint, and disjoint from those of the edit.
    /// - Throws: `MovieError`, `FileSystemError`, or an error of FFmpeg.
    package func proposedZooms(in range: TimeRange? = nil, scale: Int = ZoomProposal.standardScale) throws -> [Zoom] {
        let proposal = ZoomProposal(
            size: frameSize, duration: edit.duration, pointer: try recording.pointerPath,
            changes: try screenDifferences,
            scale: scale)
        return proposal.zooms(in: range, besides: edit.zooms.map(\.range))
    }

    private var screenDifferences: [ScreenChange] {
        get throws {
            let proxy = recording.hasProxy ? recording.openProxy() : nil
            let movie = proxy ?? movie
            guard let track = movie.index.videoTrack, !movie.index.tracks[track].samples.isEmpty else { return [] }
            return try ScreenDifferences(of: movie, track: track, size: frameSize).changes()
        }
    }
}
