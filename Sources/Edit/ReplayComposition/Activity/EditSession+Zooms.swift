package import MediaTime
package import ReplayEditor
import ReplayLibrary
import ReplayMovie
package import ReplayTimeline

extension EditSession {
    /// Returns zooms to where something happens in the recording. Blocks.
    ///
    /// If the recorder noted no changes of the screen, frames are decoded: those of the proxy, or of the movie.
    /// - Parameters:
    ///   - range: The range of the recording in which zooms may be, or nil for all of it.
    ///   - scale: The enlargement, in percent; in `ZoomProposal.scales`.
    /// - Returns: The zooms: ascending, disjoint, and disjoint from those of the edit.
    /// - Throws: `MovieError`, `FileSystemError`, or an error of FFmpeg.
    package func proposedZooms(in range: TimeRange? = nil, scale: Int = ZoomProposal.standardScale) throws -> [Zoom] {
        let proposal = ZoomProposal(
            size: frameSize, duration: edit.duration, pointer: try recording.pointerPath,
            changes: try notedChanges ?? screenDifferences, scale: scale)
        return proposal.zooms(in: range, besides: edit.zooms.map(\.range))
    }

    /// The changes that the recorder noted. Nil if it did not note them from the start of the recording on, or if they
    /// are damaged.
    private var notedChanges: [ScreenChange]? {
        get throws {
            let entries = try recording.entries(of: ChangeEntry.self)
            // A killed recorder may have written a part of an entry.
            let count = recording.folder.size(of: ChangeEntry.fileName) / Int64(ChangeEntry.length)
            guard let first = entries.first, first.time < Int64(ChangeEntry.timescale), entries.count >= count
            else { return nil }
            return entries.compactMap { entry in
                let area = FrameRectangle(
                    x: Int(entry.x), y: Int(entry.y), width: Int(entry.width), height: Int(entry.height))
                let time = MediaTime(value: entry.time, timescale: ChangeEntry.timescale)
                return area.map { ScreenChange(time, in: $0) }
            }
        }
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
