extension StringProtocol {
    /// The text, or its first 60 scalars where it is longer than a sentence that quotes it should be.
    package var excerpt: String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(self) }
        return self[..<end] + "…"
    }
}
