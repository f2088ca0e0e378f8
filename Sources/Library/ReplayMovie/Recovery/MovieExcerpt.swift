import FFmpeg
package import Files
import Glibc
package import MediaTime
package import ReplayLibrary

/// The end of a movie, from a keyframe on. The movie may be whole or in parts, finished or still being written.
///
/// Use it from one thread.
package final class MovieExcerpt {
    private let readers: [MovieReader]
    /// The start of the excerpt on the movie's clock: the time of a keyframe.
    package let start: MediaTime
    /// The end of the last sample that existed when the movie was opened, on the movie's clock.
    package let end: MediaTime

    /// Opens the end of a recording's movie.
    /// - Parameters:
    ///   - recording: The recording, which may be in progress.
    ///   - length: The duration to keep. The excerpt begins at a keyframe before that. Nil for the whole movie.
    /// - Returns: Nil if there is no frame yet.
    /// - Throws: `FileSystemError`, `MovieError`.
    package static func open(_ recording: Recording, last length: MediaTime?) throws -> MovieExcerpt? {
        let readers = try open(recording)
        guard let end = readers.last?.index.end, let first = readers.first?.keyframes.first else { return nil }
        let wanted = length.map { end - $0 } ?? first
        // A camera can be decoded only from its own keyframe on, which must not be after the wanted start either.
        let camera = readers.flatMap(\.cameraKeyframes).last { $0 <= wanted } ?? wanted
        let keyframes = readers.flatMap(\.keyframes)
        let start = keyframes.last { $0 <= camera } ?? keyframes.last { $0 <= wanted } ?? first
        return MovieExcerpt(readers: readers, start: start, end: end)
    }

    private init(readers: [MovieReader], start: MediaTime, end: MediaTime) {
        self.readers = readers
        self.start = start
        self.end = end
    }

    /// Opens the movie or its parts. A part may be removed meanwhile because it is too old; the later ones still exist.
    private static func open(_ recording: Recording) throws -> [MovieReader] {
        if recording.folder.contains(Recording.movieName) { return [try recording.openMovie()] }
        var readers: [MovieReader] = []
        for part in try recording.parts() {
            do {
                let reader = try MovieReader.open(
                    part.name, in: recording.folder, isForeign: recording.isForeign)
                if !reader.keyframes.isEmpty { readers.append(reader) }
            } catch let error as FileSystemError where error.code == ENOENT {
            } catch let error as MovieError where error.reason == .noHeader {
                // The newest part has no header yet.
            }
        }
        return readers
    }

    /// Copies the excerpt into the movie `name` of `folder`. Its first keyframe is at 0.
    /// - Returns: The duration, the number of frames, and true if any media data differs from its hash.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`. The incomplete movie is not removed.
    package func copy(to name: String, in folder: Directory) throws -> (
        duration: MediaTime, frames: Int, isDamaged: Bool
    ) {
        let tracks = zip(readers[0].streams, readers[0].index.tracks).map {
            MovieTrack(parameters: $0.parameters, timeBase: $1.timeBase, rotation: $0.rotation, title: $0.title)
        }
        let writer = try MovieWriter(name, in: folder, tracks: tracks, start: .together)
        var (frames, isDamaged) = (0, false)
        var undecodable = Set(readers[0].index.tracks.indices.filter { readers[0].index.tracks[$0].kind == .video })
        for reader in readers {
            frames += try copy(reader, into: writer, undecodable: &undecodable, isDamaged: &isDamaged)
        }
        try writer.finish()
        return (end - start, frames, isDamaged)
    }

    /// Copies the samples of one part. Each fragment that has a hash is compared with it.
    /// - Parameter undecodable: The video tracks without a keyframe so far, whose frames are left out.
    private func copy(
        _ reader: MovieReader, into writer: MovieWriter, undecodable: inout Set<Int>, isDamaged: inout Bool
    ) throws -> Int {
        let starts = reader.index.tracks.map { start.converted(to: $0.timescale, rounding: .up).value }
        var gathered = 0
        var frames = 0
        for place in reader.index.samplesByTime where place.sample.pts >= starts[place.track] {
            if place.sample.isKeyframe { undecodable.remove(place.track) }
            if undecodable.contains(place.track) { continue }
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
    /// The presentation times of the screen's keyframes.
    fileprivate var keyframes: [MediaTime] { index.videoTrack.map { keyframeTimes(of: $0) } ?? [] }

    /// The presentation times of the camera's keyframes.
    fileprivate var cameraKeyframes: [MediaTime] { cameraTrack.map { keyframeTimes(of: $0) } ?? [] }

    private func keyframeTimes(of number: Int) -> [MediaTime] {
        let track = index.tracks[number]
        return track.samples.lazy.filter(\.isKeyframe).compactMap {
            MediaTime(validating: $0.pts, timescale: Int64(track.timescale))
        }
    }
}
