import FFmpeg
import ReplayLibrary

extension MovieFile {
    /// A box's type and size; nil where it does not begin before the file's end, or its size cannot be.
    func boxHeader(at offset: Int64) throws(MovieError) -> (FourCC, Int64)? {
        guard offset >= 0, offset + 8 <= size else { return nil }
        var cursor = ByteCursor(try bytes(at: offset, count: min(16, size - offset))[...])
        guard let short = cursor.integer(UInt32.self), let type = cursor.integer(UInt32.self) else { return nil }
        switch short {
        case 0: return (FourCC(rawValue: type), size - offset)
        case 1:
            guard let long = cursor.integer(Int64.self), long >= 16, long <= size else { return nil }
            return (FourCC(rawValue: type), long)
        default: return short < 8 ? nil : (FourCC(rawValue: type), Int64(short))
        }
    }

    /// The hash of a range, as `ContentHash` makes it.
    func digest(of range: Range<Int64>) throws -> [UInt8] {
        let hash = try ContentHash()
        try forEachPiece(of: range) { piece, _ in
            hash.update(piece)
            return true
        }
        return hash.digest()
    }
}
