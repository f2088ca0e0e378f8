/// Why a text is not JSON5, and where.
package struct JSON5Error: Error, Sendable, Equatable {
    /// In bytes from the start of the text.
    package let offset: Int
    /// As the end of a sentence.
    package let reason: String

    package init(offset: Int, reason: String) {
        self.offset = offset
        self.reason = reason
    }
}
