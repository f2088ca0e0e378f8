import ReplayErrors

/// The presentation of errors: a sentence, and an exit code of sysexits(3).
package enum Failure {
    package static func sentence(for error: any Error) -> String { sentence("\(error)") }

    /// Returns the text in a single line.
    package static func sentence(_ text: String) -> String { text.replacing("\n", with: " ").printable }

    package static func exitCode(for error: any Error) -> Int32 {
        ((error as? any CategorizedError)?.category ?? .failed).exitCode
    }
}

extension String {
    /// The text without control characters, which a terminal might obey, and without those that reorder other text.
    /// Names and files from outside may contain any.
    package var printable: String {
        if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
        let shown = unicodeScalars.map {
            $0.properties.generalCategory == .control || $0.reordersText || $0.escapedByte != nil ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(shown))
    }
}

extension Unicode.Scalar {
    /// True for embeddings, overrides and isolates (UAX #9), which can make a name look like another.
    fileprivate var reordersText: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }
}
