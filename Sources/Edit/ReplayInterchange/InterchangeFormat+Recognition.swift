extension InterchangeFormat {
    /// Recognizes the format of a file by its beginning. JSON is recognized by its keys, and an EDL without a title
    /// by its file name.
    package init?(contents: [UInt8], fileName: String) {
        let begins = Self.beginning(of: contents)
        if begins.hasPrefix("WEBVTT") {
            self = .vtt
        } else if begins.hasPrefix(";FFMETADATA") {
            self = .ffmetadata
        } else if begins.hasPrefix("<") {
            // Replay reads neither format, so a wrong guess does not matter.
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

    /// Recognizes the format of a JSON object by its keys.
    package init?(keys: [String]) {
        if keys.contains("OTIO_SCHEMA") {
            self = .otio
        } else if keys.contains("cutSegments") {
            self = .llc
        } else {
            return nil
        }
    }

    /// Returns the beginning of the text, without a byte order mark and leading white space.
    private static func beginning(of contents: [UInt8]) -> String {
        let text = contents.starts(with: [0xEF, 0xBB, 0xBF]) ? contents.dropFirst(3) : contents[...]
        return String(decoding: text.drop { $0 == 0x20 || (9...13).contains($0) }.prefix(1000), as: UTF8.self)
    }
}
