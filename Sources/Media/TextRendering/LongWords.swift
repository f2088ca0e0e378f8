/// Words that are wider than a line.
package enum LongWords {
    /// Breaks them where the line ends: libass breaks lines at spaces alone, and many scripts have none.
    /// - Parameter fits: whether a part of a word is no wider than a line.
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
            // The longest one that fits, of one character at least.
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
