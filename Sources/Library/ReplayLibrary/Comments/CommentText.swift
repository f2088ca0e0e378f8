/// The text of a stranger as one line that can be shown anywhere. A pure function.
package enum CommentText {
    /// The largest number of bytes per character on average. A character may have any number of combining marks.
    private static let maxBytesPerCharacter = 4

    /// Returns a text in one line without control characters and bidirectional controls.
    /// - Parameter limit: The largest number of characters. A longer text ends with “…”.
    package static func line(_ text: String, limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace {
                if let last = scalars.last, last != " " { scalars.append(" ") }
            } else if isShown(scalar) {
                scalars.append(scalar)
            }
        }
        if scalars.last == " " { scalars.removeLast() }
        return cut(String(scalars), limit: limit)
    }

    /// Cuts a text, and adds “…” if it was too long.
    package static func cut(_ text: String, limit: Int) -> String {
        var (kept, count, bytes) = ("", 0, 0)
        for character in text {
            count += 1
            bytes += character.utf8.count
            guard count <= limit, bytes <= limit * maxBytesPerCharacter else {
                return String(kept.prefix(limit - 1)) + "…"
            }
            kept.append(character)
        }
        return kept
    }

    /// Returns true for a character that neither controls a terminal nor the direction of the text beside it. The
    /// joiners are kept, because emoji and some scripts need them.
    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
