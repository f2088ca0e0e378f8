import Foundation

/// The edit list of a track in an MP4 file, read from its boxes.
struct EditListBox {
    /// The media time at which each entry begins, in ticks; -1 for an empty edit, which shows nothing.
    let mediaTimes: [Int64]
    /// The duration of each entry, in the movie's ticks.
    let durations: [Int64]

    /// Returns the edit list of each track that has one, in the file's order.
    static func all(in path: String) throws -> [EditListBox] {
        lists(in: try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)[...])
    }

    private static func lists(in data: Data) -> [EditListBox] {
        var (rest, found) = (data, [EditListBox]())
        while rest.count >= 8 {
            var (header, size) = (8, Int(number(rest, 0, 4)))
            if size == 1, rest.count >= 16 { (header, size) = (16, Int(number(rest, 8, 8))) }
            if size == 0 { size = rest.count }
            guard size >= header, size <= rest.count else { break }
            let body = rest.dropFirst(header).prefix(size - header)
            switch String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self) {
            case "moov", "trak", "edts": found += lists(in: body)
            case "elst": found.append(EditListBox(body))
            default: break
            }
            rest = rest.dropFirst(size)
        }
        return found
    }

    private init(_ body: Data) {
        let isLong = body.first == 1
        let (entry, time) = isLong ? (20, 8) : (12, 4)
        durations = (0..<Int(Self.number(body, 4, 4))).map {
            Int64(bitPattern: Self.number(body, 8 + $0 * entry, time))
        }
        mediaTimes = (0..<Int(Self.number(body, 4, 4))).map {
            let value = Self.number(body, 8 + $0 * entry + time, time)
            return isLong ? Int64(bitPattern: value) : Int64(Int32(truncatingIfNeeded: value))
        }
    }

    private static func number(_ data: Data, _ offset: Int, _ count: Int) -> UInt64 {
        data.dropFirst(offset).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
