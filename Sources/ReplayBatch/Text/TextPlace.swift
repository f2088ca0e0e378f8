/// A place in a text that somebody wrote.
struct TextPlace: Sendable, Hashable {
    /// From 1.
    let line: Int
    /// From 1, in characters.
    let column: Int
}
