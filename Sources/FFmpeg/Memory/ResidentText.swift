import Glibc

/// The code of the process that stands in memory. With FFmpeg come some 190 libraries, and most of what is resident of
/// them at first only start-up has used: the loader, the negotiation with servers, the reading of headers.
package enum ResidentText {
    /// Lets go of the pages of all mappings of files that cannot be written and never were: no page of them is the
    /// process's own, so each can be had from its file again, by whatever thread needs it at the time, at the cost of
    /// some hundred minor faults. The kernel would count them as long as nobody else wants the space.
    package static func giveBack() {
        guard let file = fopen("/proc/self/smaps", "re") else { return }
        defer { fclose(file) }
        var scan = MappingScan()
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0 {
            guard let line, let mapping = scan.take(String(cString: line)) else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: mapping.lowerBound), mapping.count, MADV_DONTNEED)
        }
    }
}

/// Reads `/proc/PID/smaps` line by line, for the mappings whose pages can always be had from a file again: those of
/// files, not writable, of which no page was ever copied.
///
/// A pure value.
struct MappingScan {
    private var candidate: Range<UInt>?

    /// Takes the next line.
    /// - Returns: a mapping, once all that matters of it is known.
    mutating func take(_ line: String) -> Range<UInt>? {
        // One line in ten is needed, and there are some twenty thousand: the others are not taken apart.
        if line.utf8.first.map(Self.beginsMapping) ?? false {
            candidate = Self.fileMapping(line.split(separator: " "))
        } else if line.hasPrefix("Anonymous:") {
            defer { candidate = nil }
            return line.split(separator: " ").dropFirst().first == "0" ? candidate : nil
        }
        return nil
    }

    /// An address in hexadecimal; names of facts begin with a capital letter.
    private static func beginsMapping(_ first: UInt8) -> Bool {
        switch first {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
        default: false
        }
    }

    /// A mapping from its first line, such as `7f65e000-7f666000 r-xp 00001000 fd:00 4711   /usr/lib/libc.so.6`.
    private static func fileMapping(_ words: [Substring]) -> Range<UInt>? {
        guard words.count >= 6, words[5].hasPrefix("/"), words[4] != "0" else { return nil }
        guard words[1] == "r-xp" || words[1] == "r--p" else { return nil }
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
    }
}
