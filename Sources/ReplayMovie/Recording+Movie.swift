package import MediaTime
package import ReplayLibrary

extension Recording {
    /// Opens the movie.
    /// - Throws: `FileSystemError`, `MovieError`.
    package func openMovie() throws -> MovieReader {
        try MovieReader.open(Self.movieName, in: folder, headerCopy: facts.movieHeader.map(Array.init))
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
