package import FFmpeg
package import Files
package import MediaTime
import ReplayLibrary

/// A writer that keeps only the end of a movie on the disk. It writes the movie in
/// parts and removes parts that are too old.
///
/// Each part begins with a keyframe of the first track and can be read without the others.
package final class RollingMovieWriter: FragmentWriter {
    private let folder: Directory
    private let tracks: [MovieTrack]
    /// The shortest duration to keep, and the shortest duration of a part, in ticks of the first track.
    private let length, partLength: Int64
    private var writer: MovieWriter
    private var parts: [(part: MoviePart, start: Int64, bytes: Int64)]
    private var reclaim: (@Sendable () -> Bool)?

    /// Creates the writer and its first part.
    /// - Parameters:
    ///   - folder: The folder, which must not contain any part yet.
    ///   - tracks: The tracks; the first is the video.
    ///   - length: The shortest duration to keep. Up to a tenth of it and one keyframe interval more may be kept.
    /// - Throws: `FileSystemError`, `FFmpegError`.
    package init(in folder: Directory, tracks: [MovieTrack], keeping length: MediaTime) throws {
        self.folder = folder
        self.tracks = tracks
        let timescale = Int32(tracks[0].timeBase.denominator)
        self.length = length.converted(to: timescale, rounding: .up).value
        partLength = self.length / 10
        let first = MoviePart(number: 1)
        writer = try MovieWriter(first.name, in: folder, tracks: tracks, start: .together)
        parts = [(first, 0, 0)]
    }

    package func write(_ packet: Packet) throws {
        if packet.streamIndex == 0, packet.isKeyframe, let time = packet.pts {
            if time - parts[parts.count - 1].start >= partLength { try beginPart(at: time) }
            try dropParts(before: time - length)
        }
        try writer.write(packet)
    }

    private func beginPart(at time: Int64) throws {
        try writer.finish()
        parts[parts.count - 1].bytes = writer.bytesWritten
        let next = MoviePart(number: parts[parts.count - 1].part.number + 1)
        writer = try MovieWriter(next.name, in: folder, tracks: tracks, start: .together)
        if let reclaim { writer.onDiskFull(reclaim) }
        parts.append((next, time, 0))
    }

    /// Removes the parts that end at or before `time`.
    private func dropParts(before time: Int64) throws(FileSystemError) {
        while parts.count > 1, parts[1].start <= time {
            try folder.remove(parts[0].part.name)
            parts.removeFirst()
        }
    }

    package func endFragment() throws { try writer.endFragment() }

    package func finish() throws { try writer.finish() }

    package func cutTornEnd() throws(FileSystemError) { try writer.cutTornEnd() }

    package func onDiskFull(_ reclaim: @escaping @Sendable () -> Bool) {
        self.reclaim = reclaim
        writer.onDiskFull(reclaim)
    }

    package var bytesWritten: Int64 { parts.reduce(0) { $0 + $1.bytes } + writer.bytesWritten }

    package var syncer: MovieSyncer { writer.syncer }
}
