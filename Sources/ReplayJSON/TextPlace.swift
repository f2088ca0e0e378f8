/// A place in a text that somebody wrote.
package struct TextPlace: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// From 1, in characters.
    package let column: Int
}
