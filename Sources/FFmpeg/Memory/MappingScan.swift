/// Reads `/proc/PID/smaps` line by line, for the mappings whose pages can always be had from a file again: those of
/// files, not writable, of which no page was ever copied.
///
/// A pure value.
struct MappingScan {
    private var candidate: Range<UInt>?

    /// Takes the next line.
    /// - Returns: a mapping, once all that matters of it is known.
    mutating func take(_ line: String) -> Range<UInt>? {
        let words = line.split(whereSeparator: \.isWhitespace)
        guard let first = words.first else { return nil }
        if first.last != ":" {
            candidate = Self.fileMapping(words)
        } else if first == "Anonymous:", words.count > 1 {
            defer { candidate = nil }
            return words[1] == "0" ? candidate : nil
        }
        return nil
    }

    /// A mapping from its first line, such as `7f65e000-7f666000 r-xp 00001000 fd:00 4711   /usr/lib/libc.so.6`.
    private static func fileMapping(_ words: [Substring]) -> Range<UInt>? {
        guard words.count >= 6, words[5].hasPrefix("/"), words[4] != "0" else { return nil }
        guard words[1] == "r-xp" || words[1] == "r--p" else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}
