import Descriptors
import ReplayLibrary
import ReplayMovie

/// A reader of the edit lists of an MP4 or QuickTime file, from its boxes.
enum EditListReader {
    private static let maxHeaderSize: Int64 = 256 << 20
    private static let maxBoxes = 10_000
    private static let maxEntries: UInt32 = 1000
    /// The maximum number of ticks in an edit list that is accepted. Sums of a few such numbers do not overflow.
    private static let maxTicks: Int64 = 1 << 52

    /// Returns the edit list of each track, in the file's order.
    /// - Returns: Nil if the file has another format or is fragmented. The header of a fragmented file does not have
    ///   the duration of the media.
    static func lists(of path: String) throws -> [EditList?]? {
        let file = try MovieFile(try OwnedDescriptor(opening: path, mode: .readOnly, options: .nonBlocking), path: path)
        guard let moov = try header(of: file), moov.child("mvex") == nil, let clock = timescale(moov.child("mvhd"))
        else {
            return nil
        }
        return moov.children.filter { $0.type == "trak" }.map { list(of: $0, movieTimescale: clock) }
    }

    private static func header(of file: MovieFile) throws -> Box? {
        var place: Int64 = 0
        for _ in 0..<maxBoxes {
            let rest = file.size - place
            guard rest >= 8 else { return nil }
            let start = try file.bytes(at: place, count: min(rest, Int64(BoxHeader.maxLength)))
            guard let header = BoxHeader(start[...], remaining: rest), header.size <= rest else { return nil }
            guard header.type == "moov" else {
                place += header.size
                continue
            }
            guard header.size <= maxHeaderSize else { return nil }
            return Box.sequence(in: try file.bytes(at: place, count: header.size)[...]).first
        }
        return nil
    }

    /// Returns the timescale of `mvhd` or `mdhd`. Both begin with two times and the timescale.
    private static func timescale(_ box: Box?) -> Int32? { clock(box)?.timescale }

    private static func clock(_ box: Box?) -> (timescale: Int32, duration: Int64)? {
        guard var full = box?.full, full.cursor.skip(full.version == 1 ? 16 : 8) != nil,
            let timescale = full.cursor.integer(UInt32.self), (1...1_000_000_000).contains(timescale)
        else { return nil }
        let duration =
            full.version == 1 ? full.cursor.integer(Int64.self) : full.cursor.integer(UInt32.self).map(Int64.init)
        return duration.map { (Int32(timescale), $0) }
    }

    private static func list(of trak: Box, movieTimescale: Int32) -> EditList? {
        guard let mdia = trak.child("mdia"), let (timescale, duration) = clock(mdia.child("mdhd")),
            (0...maxTicks).contains(duration), let table = mdia.child("minf")?.child("stbl")
        else { return nil }
        let start = firstOffset(table.child("ctts"))
        var list = EditList(
            timescale: timescale, mediaStart: start, mediaEnd: duration + start,
            sampleLength: max(1, duration / max(1, sampleCount(table))))
        guard let entries = entries(trak.child("edts")?.child("elst")) else { return nil }
        var shown: Int64 = 0
        for entry in entries {
            let ticks =
                (Int128(entry.duration) * Int128(timescale) + Int128(movieTimescale / 2)) / Int128(movieTimescale)
            guard ticks <= maxTicks, shown <= maxTicks else { return nil }
            // A duration of 0 means the rest of the media.
            let length = entry.duration == 0 ? max(0, list.mediaEnd - entry.time) : Int64(ticks)
            if entry.time >= 0, length > 0 {
                list.pieces.append(EditList.Piece(start: shown, media: entry.time..<entry.time + length))
                if entry.rate != 1 << 16 { list.hasOtherRate = true }
            }
            shown += length
        }
        return list.pieces.isEmpty ? nil : list
    }

    private static func sampleCount(_ table: Box) -> Int64 {
        guard var full = (table.child("stsz") ?? table.child("stz2"))?.full, full.cursor.skip(4) != nil,
            let count = full.cursor.integer(UInt32.self)
        else { return 1 }
        return Int64(count)
    }

    /// Returns the composition offset of the first sample, in ticks.
    private static func firstOffset(_ ctts: Box?) -> Int64 {
        guard var full = ctts?.full, full.cursor.skip(8) != nil, let offset = full.cursor.integer(Int32.self) else {
            return 0
        }
        return Int64(offset)
    }

    private typealias Entry = (duration: Int64, time: Int64, rate: Int32)

    private static func entries(_ elst: Box?) -> [Entry]? {
        guard var full = elst?.full, let count = full.cursor.integer(UInt32.self), count <= maxEntries else {
            return nil
        }
        var entries: [Entry] = []
        for _ in 0..<count {
            guard let entry = entry(&full.cursor, isLong: full.version == 1), (0...maxTicks).contains(entry.duration),
                (-1...maxTicks).contains(entry.time)
            else { return nil }
            entries.append(entry)
        }
        return entries
    }

    private static func entry(_ cursor: inout ByteCursor, isLong: Bool) -> Entry? {
        if isLong {
            guard let duration = cursor.integer(Int64.self), let time = cursor.integer(Int64.self),
                let rate = cursor.integer(Int32.self)
            else { return nil }
            return (duration, time, rate)
        }
        guard let duration = cursor.integer(UInt32.self), let time = cursor.integer(Int32.self),
            let rate = cursor.integer(Int32.self)
        else { return nil }
        return (Int64(duration), Int64(time), rate)
    }
}
