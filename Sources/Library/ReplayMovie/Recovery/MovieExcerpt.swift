import FFmpeg
package import Files
import Glibc
package import MediaTime
package import ReplayLibrary

/// The end of a movie, from a keyframe on, however it is kept: whole or in parts, finished or being written.
///
/// Used from one thread.
package final class MovieExcerpt {
    private let readers: [MovieReader]
    /// Where it begins on the movie's clock: at a keyframe.
    package let start: MediaTime
    /// Where it ends on the movie's clock: with the last sample that was there when it was opened.
    package let end: MediaTime

    /// - Parameters:
    ///   - recording: it may be being written.
    ///   - length: how much of its end is wanted; it begins at the last keyframe before. Nil for all there is.
    /// - Returns: nil where there is no frame yet.
    /// - Throws: `FileSystemError`, `MovieError`.
    package static func open(_ recording: Recording, last length: MediaTime?) throws -> MovieExcerpt? {
        let readers = try open(recording)
        guard let end = readers.last?.index.end, let first = readers.first?.keyframes.first else { return nil }
        let wanted = length.map { end - $0 } ?? first
        let start = readers.flatMap(\.keyframes).last { $0 <= wanted } ?? first
        return MovieExcerpt(readers: readers, start: start, end: end)
    }

    private init(readers: [MovieReader], start: MediaTime, end: MediaTime) {
        self.readers = readers
        self.start = start
        self.end = end
    }

    /// A part may go away, as it becomes too old, while it is being opened; those after it are still there.
    private static func open(_ recording: Recording) throws -> [MovieReader] {
        if recording.folder.contains(Recording.movieName) { return [try recording.openMovie()] }
        var readers: [MovieReader] = []
        for part in try recording.parts() {
            do {
                let reader = try MovieReader.open(part.name, in: recording.folder)
                if !reader.keyframes.isEmpty { readers.append(reader) }
            } catch let error as FileSystemError where error.code == ENOENT {
            } catch let error as MovieError where error.reason == .noHeader {
                // The newest part, of which not even the header is there yet.
            }
        }
        return readers
    }

    /// Copies it into the movie `name` of `folder`, where its first keyframe is at 0.
    /// - Returns: how long it is, how many frames it has, and whether any of it is not as it was recorded.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`; a movie that was begun is left as it is.
    package func copy(to name: String, in folder: Directory) throws -> (
        duration: MediaTime, frames: Int, isDamaged: Bool
    ) {
        let tracks = zip(readers[0].streams, readers[0].index.tracks).map {
            MovieTrack(parameters: $0.parameters, timeBase: $1.timeBase, rotation: $0.rotation, title: $0.title)
        }
        let writer = try MovieWriter(name, in: folder, tracks: tracks, start: .together)
        var (frames, isDamaged) = (0, false)
        for reader in readers { frames += try copy(reader, into: writer, &isDamaged) }
        try writer.finish()
        return (end - start, frames, isDamaged)
    }

    /// Each fragment is held against its hash, where it has one already.
    private func copy(_ reader: MovieReader, into writer: MovieWriter, _ isDamaged: inout Bool) throws -> Int {
        let starts = reader.index.tracks.map { start.converted(to: $0.timescale, rounding: .up).value }
        var gathered = 0
        var frames = 0
        for place in reader.index.samplesByTime where place.sample.pts >= starts[place.track] {
            if try reader.verify(at: place.sample.offset) == .damaged { isDamaged = true }
            var packet = try reader.packet(track: place.track, sample: place.number)
            packet.pts = place.sample.pts - starts[place.track]
            packet.dts = place.sample.dts - starts[place.track]
            try writer.write(packet)
            if place.track == reader.index.videoTrack { frames += 1 }
            gathered += packet.size
            guard gathered > Self.fragmentBytes else { continue }
            gathered = 0
            try writer.endFragment()
        }
        try writer.endFragment()
        return frames
    }

    private static let fragmentBytes = 1 << 20
}

extension MovieReader {
    /// When the frames are at which decoding can begin.
    fileprivate var keyframes: [MediaTime] {
        guard let video = index.videoTrack else { return [] }
        let track = index.tracks[video]
        return track.samples.lazy.filter(\.isKeyframe).compactMap {
            MediaTime(validating: $0.pts, timescale: Int64(track.timescale))
        }
    }
}
