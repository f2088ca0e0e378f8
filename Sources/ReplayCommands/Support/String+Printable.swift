extension String {
    /// The text in one line, without what a terminal would obey: names and files from outside may hold anything.
    var printable: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }))
    }
}
