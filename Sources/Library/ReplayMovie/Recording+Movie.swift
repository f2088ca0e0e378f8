package import MediaTime
package import ReplayLibrary

extension Recording {
    /// True if another program encoded the movie.
    package var isForeign: Bool { facts.origin == .imported }

    /// Opens the movie.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func openMovie() throws -> MovieReader {
        try MovieReader.open(
            Self.movieName, in: folder, headerCopy: facts.movieHeader.map(Array.init),
            knownStreams: facts.movieStreams, isForeign: isForeign)
    }

    /// Opens the proxy, complete or in progress.
    /// - Returns: Nil if there is no readable proxy. A proxy can be made again, so errors are not reported.
    package func openProxy() -> MovieReader? {
        [Self.proxyName, Self.unfinishedProxyName].lazy
            .filter { folder.size(of: $0) > 0 }
            // A proxy that cannot be read is made again from the movie.
            .compactMap { try? MovieReader.open($0, in: folder) }
            .first(where: \.hasFrames)
    }

    /// Returns the duration that the recorder noted, if the movie confirms it; otherwise the end of the readable movie.
    package func duration(of movie: MovieIndex) -> MediaTime {
        // Finding the end costs a look at each sample.
        let end = movie.end
        guard let duration = facts.ending?.duration else { return end }
        let shortest = end.adding(-Self.tolerance) ?? end
        let longest = end.adding(Self.maxStill) ?? end
        return duration > shortest && duration < longest ? duration : end
    }

    /// The largest time by which tracks may end after the recording.
    private static let tolerance = MediaTime(value: 1, timescale: 2)
}

extension Recording {
    /// Returns the duration and the number of frames of a movie that is not being written. A still last frame counts
    /// up to the duration in the lock file.
    /// - Returns: Nil if there is no frame.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func extent() throws -> (duration: MediaTime, frames: Int)? {
        guard folder.contains(Self.movieName) else { return nil }
        do {
            return extent(of: try openMovie().index)
        } catch let error as MovieError where error.reason == .noHeader {
            return nil
        }
    }

    /// Returns the same as `extent()`, for an index that was already read.
    func extent(of index: MovieIndex) -> (duration: MediaTime, frames: Int)? {
        guard let video = index.videoTrack, !index.tracks[video].samples.isEmpty else { return nil }
        return (end(of: index.end, clock: index.tracks[video].timescale), index.tracks[video].samples.count)
    }

    /// Returns the end of a movie whose last sample ends at `end`. It is later if the last frame stayed on the screen.
    package func end(of end: MediaTime, clock: Int32) -> MediaTime {
        guard let noted = RecordingLock.lastNote(in: folder), noted > end,
            let still = noted.subtracting(end), still < Self.maxStill
        else { return end }
        return noted.converted(to: clock, rounding: .down)
    }

    /// Adds an event which says that the recorder was killed, if there is none yet.
    func noteInterruption(at time: MediaTime) throws {
        if let last = try events().last, last.kind == .interrupted, last.time >= time { return }
        try append([RecordingEvent(time: time, kind: .interrupted)])
    }
}
