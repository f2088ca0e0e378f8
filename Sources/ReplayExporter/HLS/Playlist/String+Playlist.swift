extension String {
    /// The text as a quoted string of a playlist (RFC 8216, 4.2). The format has no escapes: what cannot stand in one,
    /// quotes and line ends, is replaced.
    var playlistQuoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "'"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
