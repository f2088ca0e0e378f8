package import Files
package import ReplayLibrary

/// A part of a movie whose recorder keeps only the last minutes. Each part begins with a keyframe and can be read
/// without the others. All parts have the same clock.
package struct MoviePart: Comparable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }

    /// Reads the name of a part.
    /// - Returns: Nil if the name is not that of a part.
    package init?(name: String) {
        guard name.hasPrefix("part-"), name.hasSuffix(".mp4"), let number = Int(name.dropFirst(5).dropLast(4)) else {
            return nil
        }
        self.number = number
    }

    package var name: String { "part-\(number).mp4" }

    /// Returns the parts among the entries of a folder, in order.
    static func all(in entries: some Sequence<String>) -> [MoviePart] {
        entries.compactMap { MoviePart(name: $0) }.sorted()
    }

    var next: MoviePart { MoviePart(number: number + 1) }

    /// The name of a damaged part after its readable samples were copied into the movie.
    var damagedName: String { "part-\(number).damaged.mp4" }

    package static func < (first: MoviePart, second: MoviePart) -> Bool { first.number < second.number }
}

extension Recording {
    /// Returns the parts of the movie in order; empty if the movie is not in parts.
    package func parts() throws(FileSystemError) -> [MoviePart] {
        MoviePart.all(in: try folder.entries())
    }

    /// True if there is a movie, in one file or in parts. A recording that was discarded has none.
    package var hasMovie: Bool {
        // A folder that cannot be read has no movie for its readers either.
        folder.contains(Recording.movieName) || (try? parts())?.isEmpty == false
    }

    /// True if the recorder keeps only the last minutes.
    package var isInParts: Bool { !folder.contains(Recording.movieName) }
}
