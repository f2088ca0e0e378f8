/// A violation of a playlist's grammar.
package struct PlaylistFault: Sendable, Equatable {
    /// The line number.
    package let line: Int
    package let found: String
    package let expected: String
}

extension [PlaylistFault] {
    private static var maxCount: Int { 1000 }

    /// Adds a fault, up to a maximum number.
    mutating func note(_ line: Int, found: String, expected: String) {
        if count < Self.maxCount { append(PlaylistFault(line: line, found: found, expected: expected)) }
    }
}
