/// Something that a playlist's grammar forbids.
package struct PlaylistFault: Sendable, Equatable {
    /// Nil where it is something missing.
    package let line: Int?
    package let found: String
    package let expected: String
}

/// A value and the line where it stands.
package struct Stated<Value: Sendable & Equatable>: Sendable, Equatable {
    package let value: Value
    package let line: Int
}
