import ReplayErrors

/// How each error is told: a sentence, and an exit code of sysexits(3).
package enum Failure {
    package static func sentence(for error: any Error) -> String { sentence("\(error)") }

    /// The text in a line.
    package static func sentence(_ text: String) -> String { text.replacing("\n", with: " ").printable }

    package static func exitCode(for error: any Error) -> Int32 {
        ((error as? any CategorizedError)?.category ?? .failed).exitCode
    }
}

extension String {
    /// The text in one line, without what a terminal would obey: names and files from outside may hold anything.
    package var printable: String {
        let shown = unicodeScalars.map {
            $0.properties.generalCategory == .control || $0.escapedByte != nil ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(shown))
    }
}
