import ReplayImporter

/// The outlines of movie files. Each file is read once, because many jobs may have the same movie.
struct MovieOutlines {
    private var results: [String: Result<MovieOutline, any Error>] = [:]

    /// Returns the outline of a file.
    mutating func outline(of path: String) throws -> MovieOutline {
        let result = results[path] ?? Result { try MovieImporter.outline(of: path) }
        results[path] = result
        return try result.get()
    }
}
