/// A text as libass takes it in an event, so that each of its characters is shown as it is.
package enum EventText {
    /// Escapes what would be markup. `{` and `}` have escapes; a backslash has none, but is one where a character follows it
    /// that has no width and joins it to the next one.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "{", "}": escaped.append(contentsOf: ["\\", scalar])
            case "\\": escaped.append(contentsOf: ["\\", wordJoiner])
            case "\n": escaped.append(contentsOf: ["\\", "N"])
            // An event ends there; and what is a control character draws nothing.
            case "\0": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static let wordJoiner: Unicode.Scalar = "\u{2060}"
}
