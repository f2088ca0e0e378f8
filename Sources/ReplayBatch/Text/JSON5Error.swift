/// What keeps a text from being understood, and where.
struct JSON5Error: Error, Sendable, Equatable {
    /// In bytes from the text's start.
    let offset: Int
    /// As the end of a sentence.
    let reason: String
}
