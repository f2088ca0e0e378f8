package import Files
package import ReplayLibrary

/// The names of a movie's parts, as a recorder that keeps only the last minutes writes them: each begins with a
/// keyframe and can be read without the others; their times are those of one clock.
package struct MoviePart: Comparable, Sendable {
    package let number: Int

    package init(number: Int) { self.number = number }

    /// - Returns: nil for a name that is not a part's.
    package init?(name: String) {
        guard name.hasPrefix("part-"), name.hasSuffix(".mp4"), let number = Int(name.dropFirst(5).dropLast(4)) else {
            return nil
        }
        self.number = number
    }

    package var name: String { "part-\(number).mp4" }

    /// What it is called once the movie has what can be read of it.
    var damagedName: String { "part-\(number).damaged.mp4" }

    package static func < (first: MoviePart, second: MoviePart) -> Bool { first.number < second.number }
}

extension Recording {
    /// The parts of a movie that is kept in parts, in order; none where it is kept whole.
    package func parts() throws(FileSystemError) -> [MoviePart] {
        try folder.entries().compactMap { MoviePart(name: $0) }.sorted()
    }
}
