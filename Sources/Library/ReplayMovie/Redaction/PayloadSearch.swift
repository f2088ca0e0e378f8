import Glibc

/// A search for pieces of packets in any bytes, at any offset. A pure value.
package struct PayloadSearch: Sendable {
    /// The length of a piece, in bytes. It is long enough that no piece is found by chance.
    package static let length = 32
    /// The largest number of pieces of one packet, and of all packets.
    private static let (piecesOfPacket, maxPieces) = (8, 200_000)
    /// The smallest number of different byte values in a piece, because padding and flat areas are alike everywhere.
    private static let minVariety = 12

    /// An occurrence of a piece of a packet.
    package struct Hit: Hashable, Sendable {
        /// The index of the packet, in the order in which packets were added.
        package let packet: Int
        /// The index of the piece among all pieces.
        package let piece: Int
        /// The offset of the piece in the bytes that were searched.
        package let offset: Int
    }

    private var pieces: [[UInt8]] = []
    /// The index of each piece's packet.
    private var packets: [Int] = []
    private var packetCount = 0
    /// The indices of pieces, by their first eight bytes.
    private var places: [UInt64: [Int]] = [:]
    /// A bit set of the hashed first eight bytes of all pieces. It excludes most positions of a file with one look-up.
    private var filter = [UInt64](repeating: 0, count: 1 << 16)

    /// The number of pieces to search.
    package var count: Int { places.reduce(0) { $0 + $1.value.count } }

    private let piecesOfPacket: Int

    /// Creates a search.
    /// - Parameter packets: The number of packets that will be added. Beyond 200,000, some packets get no pieces.
    package init(packets: Int) {
        piecesOfPacket = max(1, min(Self.piecesOfPacket, Self.maxPieces / max(1, packets)))
    }

    /// Adds pieces from the whole length of a packet to the search. A packet that is shorter than a piece gets none:
    /// unchanged frames and packets of silence are the same in all movies.
    package mutating func add(packet bytes: UnsafeRawBufferPointer) {
        defer { packetCount += 1 }
        let number = min(piecesOfPacket, max(bytes.count / (2 * Self.length), bytes.count < Self.length ? 0 : 1))
        guard number > 0, pieces.count + number <= Self.maxPieces else { return }
        for piece in 0..<number {
            // The middle of each part is used, because the beginnings of packets are alike.
            let start = bytes.count * (2 * piece + 1) / (2 * number) - Self.length / 2
            add(Array(bytes[start..<start + Self.length]))
        }
    }

    private mutating func add(_ piece: [UInt8]) {
        guard Set(piece).count >= Self.minVariety else { return }
        let key = piece.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
        places[key, default: []].append(pieces.count)
        pieces.append(piece)
        packets.append(packetCount)
        let bit = Self.bit(of: key)
        filter[bit >> 6] |= 1 << UInt64(bit & 63)
    }

    /// Removes pieces that occur in `bytes` from the search, because what also occurs elsewhere proves nothing.
    package mutating func excuse(_ bytes: UnsafeRawBufferPointer) {
        var found: [(key: UInt64, place: Int)] = []
        forEachHit(in: bytes) { key, place, _ in
            found.append((key, place))
            return true
        }
        for hit in found {
            places[hit.key]?.removeAll { $0 == hit.place }
            if places[hit.key]?.isEmpty ?? false { places[hit.key] = nil }
        }
    }

    /// Returns the offset of the first occurrence of any piece in `bytes`, or nil if there is none.
    package func firstHit(in bytes: UnsafeRawBufferPointer) -> Int? {
        var first: Int?
        forEachHit(in: bytes) { _, _, offset in
            first = offset
            return false
        }
        return first
    }

    /// Returns all occurrences of pieces in `bytes`.
    /// - Parameter start: The offset of `bytes` in the searched data, which is added to the results.
    package func hits(in bytes: UnsafeRawBufferPointer, at start: Int = 0) -> [Hit] {
        var hits: [Hit] = []
        forEachHit(in: bytes) { _, place, offset in
            hits.append(Hit(packet: packets[place], piece: place, offset: start + offset))
            return true
        }
        return hits
    }

    /// The number of pieces to search for each packet.
    package var piecesByPacket: [Int: Int] {
        places.values.joined().reduce(into: [:]) { $0[packets[$1], default: 0] += 1 }
    }

    /// Calls `body` with the key, the index and the offset of each occurrence of a piece, until it returns false.
    private func forEachHit(in bytes: UnsafeRawBufferPointer, _ body: (UInt64, Int, Int) -> Bool) {
        guard bytes.count >= Self.length, !places.isEmpty, let start = bytes.baseAddress else { return }
        filter.withUnsafeBufferPointer { filter in
            for offset in 0...(bytes.count - Self.length) {
                let key = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                let bit = Self.bit(of: key)
                guard filter[bit >> 6] >> UInt64(bit & 63) & 1 == 1, let candidates = places[key] else { continue }
                for place in candidates where memcmp(start + offset, pieces[place], Self.length) == 0 {
                    guard body(key, place, offset) else { return }
                }
            }
        }
    }

    private static func bit(of key: UInt64) -> Int { Int(truncatingIfNeeded: (key &* 0x9E37_79B9_7F4A_7C15) >> 42) }
}
