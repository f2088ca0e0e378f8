import FFmpeg
import ReplayLibrary

extension MovieFile {
    /// Returns the type and size of the box at `offset`, or nil if no box begins there or its size is impossible.
    func boxHeader(at offset: Int64) throws(MovieError) -> (FourCC, Int64)? {
        guard offset >= 0, offset < size else { return nil }
        let start = try bytes(at: offset, count: min(Int64(BoxHeader.maxLength), size - offset))
        // A 64-bit size that is larger than the file could overflow when offsets are added.
        guard let header = BoxHeader(start[...], remaining: size - offset),
            header.length == 8 || header.size <= size
        else { return nil }
        return (header.type, header.size)
    }

    /// Returns the `ContentHash` of a range of the file.
    func digest(of range: Range<Int64>) throws -> [UInt8] {
        let hash = try ContentHash()
        try forEachPiece(of: range) { piece, _ in
            hash.update(piece)
            return true
        }
        return hash.digest()
    }
}
