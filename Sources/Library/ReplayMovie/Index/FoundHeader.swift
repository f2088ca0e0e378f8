import ReplayLibrary

/// The header of a movie, `ftyp` and `moov`, damaged in its file or not.
struct FoundHeader {
    /// As it was written.
    let bytes: [UInt8]
    let contents: MovieHeader
    /// Whether the file begins otherwise.
    let isRestored: Bool
    /// Where it ends in the file.
    package let end: Int64

    /// More than any header of ours needs; a larger one is not believed.
    private static let maxSize: Int64 = 64 << 20
    /// A header is looked for this far into the file, and so often something may turn out to be none.
    private static let (searchLimit, maxAttempts) = (Int64(1 << 20), 100)

    private init(bytes: [UInt8], contents: MovieHeader, isRestored: Bool, end: Int64) {
        (self.bytes, self.contents, self.isRestored, self.end) = (bytes, contents, isRestored, end)
    }

    /// - Returns: nil for bytes that hold no `moov` that can be read.
    private init?(_ bytes: [UInt8], isRestored: Bool, end: Int64) {
        guard let moov = Box.sequence(in: bytes[...]).first(where: { $0.type == "moov" }),
            let contents = MovieHeader(moov: moov)
        else { return nil }
        self.init(bytes: bytes, contents: contents, isRestored: isRestored, end: end)
    }

    /// The header as it stands, as its recovery record has it, as it was noted elsewhere, or as far as it can be made out.
    /// - Parameter copy: the header as it was noted elsewhere; nil: it was not.
    /// - Returns: nil where there is none of these.
    static func find(in file: MovieFile, copy: [UInt8]?) throws(MovieError) -> FoundHeader? {
        let plain = try plain(in: file)
        if let plain, let (record, _) = try file.record(at: plain.end), record.isHeader, record.boxes == plain.bytes {
            return plain
        }
        if let recorded = try recorded(in: file) ?? plain { return recorded }
        if let copy, let noted = FoundHeader(copy, isRestored: true, end: Int64(copy.count)) { return noted }
        return try scattered(in: file)
    }

    /// The header where its boxes are as they should be.
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

    /// The header of a movie without records, where only the boxes around the tracks' descriptions are damaged.
    private static func scattered(in file: MovieFile) throws(MovieError) -> FoundHeader? {
        let limit = min(file.size, searchLimit)
        // The first box within `moov`; its size stands before its type.
        guard let found = try file.first(Array("mvhd".utf8), in: 0..<limit), found >= 4 else { return nil }
        let start = found - 4
        let boxes = Box.sequence(in: try file.bytes(at: start, count: limit - start)[...])
            .prefix { ["mvhd", "trak", "mvex", "udta"].contains($0.type) }
        let moov = Box(type: "moov", contents: boxes.flatMap(\.bytes)[...])
        return FoundHeader(
            fileType.bytes + moov.bytes, isRestored: true, end: start + Int64(moov.contents.count))
    }

    /// What a movie of ours begins with.
    private static var fileType: Box {
        Box(type: "ftyp", contents: Array("iso5\u{0}\u{0}\u{2}\u{0}iso5iso6mp41".utf8)[...])
    }
}
