/// Escaping of text for a libass event, so that each character is shown literally.
package enum EventText {
    /// Returns the text with markup escaped. `{` and `}` have escapes, but a backslash has none. It is literal if a
    /// word joiner, which has no width, follows it.
    package static func escaped(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "{", "}": escaped.append(contentsOf: ["\\", scalar])
            case "\\": escaped.append(contentsOf: ["\\", wordJoiner])
            case "\n": escaped.append(contentsOf: ["\\", "N"])
            // A null character would end the event. Control characters draw nothing.
            case "\0": escaped.append("\u{FFFD}")
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static let wordJoiner: Unicode.Scalar = "\u{2060}"
}
