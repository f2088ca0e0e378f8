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

    /// The name of a damaged part after its readable samples were copied into the movie.
    var damagedName: String { "part-\(number).damaged.mp4" }

    package static func < (first: MoviePart, second: MoviePart) -> Bool { first.number < second.number }
}

extension Recording {
    /// Returns the parts of the movie in order; empty if the movie is not in parts.
    package func parts() throws(FileSystemError) -> [MoviePart] {
        try folder.entries().compactMap { MoviePart(name: $0) }.sorted()
    }
}
