extension String {
    /// Returns the word, or two words for `--size=9%` or `size=9%`.
    /// - Parameter properties: The words that may stand before a value.
    func dividedProperty(_ properties: [String]) -> [String] {
        let plain = hasPrefix("--") ? String(dropFirst(2)) : self
        let parts = plain.split(separator: "=", maxSplits: 1).map(String.init)
        return parts.first.map(properties.contains) == true ? parts : [self]
    }

    /// True for the name of a PNG or JPEG file.
    var isImageName: Bool { [".png", ".jpg", ".jpeg"].contains { lowercased().hasSuffix($0) } }
}
