/// Line breaking of words that are wider than a line.
package enum LongWords {
    /// Returns the text with line feeds in words that are too wide. libass breaks lines only at spaces, and many
    /// scripts have none.
    /// - Parameter fits: Returns true if a part of a word is at most as wide as a line.
    package static func broken<Failure>(
        _ text: String, fits: (Substring) throws(Failure) -> Bool
    ) throws(Failure) -> String {
        var broken = ""
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            broken += rest[..<start]
            rest = rest[start...]
            let end = rest.firstIndex(where: \.isWhitespace) ?? rest.endIndex
            broken += try pieces(of: rest[..<end], fits).joined(separator: "\n")
            rest = rest[end...]
        }
        return broken + rest
    }

    private static func pieces<Failure>(
        of word: Substring, _ fits: (Substring) throws(Failure) -> Bool
    ) throws(Failure) -> [Substring] {
        var pieces: [Substring] = []
        var rest = word
        while !rest.isEmpty, try !fits(rest) {
            // Find the longest prefix that fits, but at least one character.
            var (fitting, tooLong) = (1, rest.count)
            while tooLong - fitting > 1 {
                let middle = (fitting + tooLong) / 2
                if try fits(rest.prefix(middle)) { fitting = middle } else { tooLong = middle }
            }
            pieces.append(rest.prefix(fitting))
            rest = rest.dropFirst(fitting)
        }
        return rest.isEmpty ? pieces : pieces + [rest]
    }
}
