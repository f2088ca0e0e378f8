extension StringProtocol {
    /// The text, or its first 60 Unicode scalars and “…” if it is longer, for quoting in a sentence.
    package var excerpt: String {
        let scalars = unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 60, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return String(self) }
        return self[..<end] + "…"
    }
}
