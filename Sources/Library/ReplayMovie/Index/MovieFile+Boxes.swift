import FFmpeg
import ReplayLibrary

extension MovieFile {
    /// A box's type and size; nil where it does not begin before the file's end, or its size cannot be.
    func boxHeader(at offset: Int64) throws(MovieError) -> (FourCC, Int64)? {
        guard offset >= 0, offset < size else { return nil }
        let start = try bytes(at: offset, count: min(Int64(BoxHeader.maxLength), size - offset))
        // A longer one than the file has a size that sums of offsets need not hold.
        guard let header = BoxHeader(start[...], remaining: size - offset),
            header.length == 8 || header.size <= size
        else { return nil }
        return (header.type, header.size)
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
