import ReplayLibrary
import ReplayMovie

/// An entry of an edit list (ISO/IEC 14496-12, 8.6.6).
struct EditListEntry: Sendable, Equatable {
    /// The duration in the movie's ticks. In a fragmented movie, 0 means until the end.
    let duration: Int64
    /// The media time in the track's ticks, or a negative value for an empty edit.
    let mediaTime: Int64

    var isEmpty: Bool { mediaTime < 0 }

    /// Returns the first eight entries of a box. Further entries are ignored.
    static func all(_ elst: Box) -> [EditListEntry] {
        guard var full = elst.full, let count = full.cursor.integer(UInt32.self) else { return [] }
        var entries: [EditListEntry] = []
        for _ in 0..<min(count, 8) {
            guard let entry = next(&full.cursor, isLong: full.version == 1), full.cursor.skip(4) != nil else { break }
            entries.append(entry)
        }
        return entries
    }

    private static func next(_ cursor: inout ByteCursor, isLong: Bool) -> EditListEntry? {
        if isLong {
            guard let duration = cursor.integer(Int64.self), let time = cursor.integer(Int64.self) else { return nil }
            return EditListEntry(duration: duration, mediaTime: time)
        }
        guard let duration = cursor.integer(UInt32.self), let time = cursor.integer(Int32.self) else { return nil }
        return EditListEntry(duration: Int64(duration), mediaTime: Int64(time))
    }
}
