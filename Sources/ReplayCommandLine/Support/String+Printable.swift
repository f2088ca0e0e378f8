import ReplayLibrary

extension String {
    /// The text in one line, without what a terminal would obey: names and files from outside may hold anything.
    package var printable: String {
        let shown = unicodeScalars.map {
            $0.properties.generalCategory == .control || $0.escapedByte != nil ? "\u{FFFD}" : $0
        }
        return String(String.UnicodeScalarView(shown))
    }
}
