import ReplayLibrary

/// The header of a movie, `ftyp` and `moov`, which may be restored from a copy.
struct FoundHeader {
    /// The header as it was written.
    let bytes: [UInt8]
    let contents: MovieHeader
    /// True if the header in the file is damaged, so that a copy was used.
    let isRestored: Bool
    /// The end of the header in the file, in bytes.
    package let end: Int64

    /// The largest accepted size, in bytes. Replay writes no header that is larger.
    private static let maxSize: Int64 = 64 << 20
    /// The number of bytes in which a header is searched, and the largest number of candidates to try.
    private static let (searchLimit, maxAttempts) = (Int64(1 << 20), 100)

    private init(bytes: [UInt8], contents: MovieHeader, isRestored: Bool, end: Int64) {
        (self.bytes, self.contents, self.isRestored, self.end) = (bytes, contents, isRestored, end)
    }

    /// Parses a header.
    /// - Returns: Nil if the bytes contain no readable `moov`.
    private init?(_ bytes: [UInt8], isRestored: Bool, end: Int64) {
        guard let moov = Box.sequence(in: bytes[...]).first(where: { $0.type == "moov" }),
            let contents = MovieHeader(moov: moov)
        else { return nil }
        self.init(bytes: bytes, contents: contents, isRestored: isRestored, end: end)
    }

    /// Finds the header of a movie.
    ///
    /// The sources are, in this order: the file if its boxes are intact, the recovery record, `copy`,
    /// and the boxes that can still be found.
    /// - Parameter copy: A copy of the header that was stored elsewhere, or nil.
    /// - Returns: The header, or nil if none of these exists.
    static func find(in file: MovieFile, copy: [UInt8]?) throws(MovieError) -> FoundHeader? {
        let plain = try plain(in: file)
        if let plain, let (record, _) = try file.record(at: plain.end), record.isHeader, record.boxes == plain.bytes {
            return plain
        }
        if let recorded = try recorded(in: file) ?? plain { return recorded }
        if let copy, let noted = FoundHeader(copy, isRestored: true, end: Int64(copy.count)) { return noted }
        return try scattered(in: file)
    }

    /// Returns the header from the file's own boxes, if they are intact.
    private static func plain(in file: MovieFile) throws(MovieError) -> FoundHeader? {
        var position: Int64 = 0
        while let (type, size) = try file.boxHeader(at: position), position + size <= file.size {
            position += size
            guard type == "moov" else { continue }
            guard position <= maxSize else { return nil }
            return FoundHeader(try file.bytes(at: 0, count: position), isRestored: false, end: position)
        }
        return nil
    }

    private static func recorded(in file: MovieFile) throws(MovieError) -> FoundHeader? {
        let limit = min(file.size, searchLimit)
        var start: Int64 = 0
        for _ in 0..<maxAttempts {
            guard let found = try file.first(RecoveryRecord.identifier, in: start..<limit) else { return nil }
            if let (record, _) = try file.record(at: found - 8), record.isHeader {
                return FoundHeader(record.boxes, isRestored: true, end: record.media.lowerBound)
            }
            start = found + 1
        }
        return nil
    }

    /// Rebuilds the header of a movie without records, if only the boxes around the track descriptions are damaged.
    private static func scattered(in file: MovieFile) throws(MovieError) -> FoundHeader? {
        let limit = min(file.size, searchLimit)
        // `mvhd` is the first box within `moov`. The size of a box precedes its type.
        guard let found = try file.first(Array("mvhd".utf8), in: 0..<limit), found >= 4 else { return nil }
        let start = found - 4
        let boxes = Box.sequence(in: try file.bytes(at: start, count: limit - start)[...])
            .prefix { ["mvhd", "trak", "mvex", "udta"].contains($0.type) }
        let moov = Box(type: "moov", contents: boxes.flatMap(\.bytes)[...])
        return FoundHeader(
            fileType.bytes + moov.bytes, isRestored: true, end: start + Int64(moov.contents.count))
    }

    /// The `ftyp` box with which Replay's movies begin.
    private static var fileType: Box {
        Box(type: "ftyp", contents: Array("iso5\u{0}\u{0}\u{2}\u{0}iso5iso6mp41".utf8)[...])
    }
}
