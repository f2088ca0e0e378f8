extension InterchangeFormat {
    /// The format of a file, by what it begins with; JSON is told apart by its keys, an EDL by its name where it has no title.
    package init?(contents: [UInt8], fileName: String) {
        let begins = Self.beginning(of: contents)
        if begins.hasPrefix("WEBVTT") {
            self = .vtt
        } else if begins.hasPrefix(";FFMETADATA") {
            self = .ffmetadata
        } else if begins.hasPrefix("<") {
            // Which of the two does not matter: neither is read.
            self = begins.utf8.firstRange(of: "<mlt".utf8) == nil ? .fcpxml : .mlt
        } else if begins.hasPrefix("TITLE:") || begins.hasPrefix("FCM:") {
            self = .edl
        } else if !begins.hasPrefix("["), !begins.hasPrefix("{"), !begins.hasPrefix("/"),
            let named = InterchangeFormat(fileName: fileName), ![.otio, .llc].contains(named)
        {
            self = named
        } else {
            return nil
        }
    }

    /// The format of an object of JSON, by its keys.
    package init?(keys: [String]) {
        if keys.contains("OTIO_SCHEMA") {
            self = .otio
        } else if keys.contains("cutSegments") {
            self = .llc
        } else {
            return nil
        }
    }

    /// Without a byte order mark, and without white space before.
    private static func beginning(of contents: [UInt8]) -> String {
        let text = contents.starts(with: [0xEF, 0xBB, 0xBF]) ? contents.dropFirst(3) : contents[...]
        return String(decoding: text.drop { $0 == 0x20 || (9...13).contains($0) }.prefix(1000), as: UTF8.self)
    }
}
