package import MediaTime
package import ReplayLibrary

extension Recording {
    /// Opens the movie.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func openMovie() throws -> MovieReader {
        try MovieReader.open(Self.movieName, in: folder, headerCopy: facts.movieHeader.map(Array.init))
    }

    /// Opens the proxy, as far as there is one.
    /// - Returns: nil where there is none, or none that can be read, for it can be made anew.
    package func openProxy() -> MovieReader? {
        [Self.proxyName, Self.unfinishedProxyName].lazy
            .filter { folder.size(of: $0) > 0 }
            .compactMap { try? MovieReader.open($0, in: folder) }
            .first(where: \.hasFrames)
    }

    /// How long it is: as its writer said, where the movie bears that out; else what can be read of the movie.
    package func duration(of movie: MovieIndex) -> MediaTime {
        guard let duration = facts.ending?.duration else { return movie.end }
        let shortest = movie.end.adding(-Self.tolerance) ?? movie.end
        let longest = movie.end.adding(Self.maxStill) ?? movie.end
        return duration > shortest && duration < longest ? duration : movie.end
    }

    /// By so much may tracks end later than the recording.
    private static let tolerance = MediaTime(value: 1, timescale: 2)
}

extension Recording {
    /// How much of a movie that is not being written is there, by what can be read of it and by its writer's last note.
    /// - Returns: nil where there is no frame.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func extent() throws -> (duration: MediaTime, frames: Int)? {
        guard folder.contains(Self.movieName) else { return nil }
        do {
            return extent(of: try openMovie().index)
        } catch let error as MovieError where error.reason == .noHeader {
            return nil
        }
    }

    /// As `extent()`, of an index that was read.
    func extent(of index: MovieIndex) -> (duration: MediaTime, frames: Int)? {
        guard let video = index.videoTrack, !index.tracks[video].samples.isEmpty else { return nil }
        return (end(of: index.end, clock: index.tracks[video].timescale), index.tracks[video].samples.count)
    }

    /// When a movie ends whose last sample ends at `end`: later, where its last frame stood still.
    package func end(of end: MediaTime, clock: Int32) -> MediaTime {
        guard let noted = RecordingLock.lastNote(in: folder), noted > end,
            let still = noted.subtracting(end), still < Self.maxStill
        else { return end }
        return noted.converted(to: clock, rounding: .down)
    }

    /// Writes down that the recorder was killed, if that has not been done.
    func noteInterruption(at time: MediaTime) throws {
        if let last = try events().last, last.kind == .interrupted, last.time >= time { return }
        try append([RecordingEvent(time: time, kind: .interrupted)])
    }
}
