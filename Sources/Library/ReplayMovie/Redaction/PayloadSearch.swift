import Glibc

/// Looks for pieces of packets in bytes of any kind, however they lie in them. A pure value.
package struct PayloadSearch: Sendable {
    /// Bytes of a piece: so long that none is found by chance.
    package static let length = 32
    /// Packets get so many pieces at most, and all together.
    private static let (piecesOfPacket, maxPieces) = (8, 200_000)
    /// A piece has so many different bytes at least: padding and flat areas look alike everywhere.
    private static let minVariety = 12

    /// A piece of a packet that was found.
    package struct Hit: Hashable, Sendable {
        /// The number of the packet, in the order in which packets were added.
        package let packet: Int
        /// The number of the piece among all pieces.
        package let piece: Int
        /// The offset of the piece in the bytes that were searched.
        package let offset: Int
    }

    private var pieces: [[UInt8]] = []
    /// The number of each piece's packet.
    private var packets: [Int] = []
    private var packetCount = 0
    /// The places of pieces, by the first eight bytes.
    private var places: [UInt64: [Int]] = [:]
    /// Which first eight bytes there may be, by their hash: most places in a file are ruled out by one look.
    private var filter = [UInt64](repeating: 0, count: 1 << 16)

    /// How many pieces are looked for.
    package var count: Int { places.reduce(0) { $0 + $1.value.count } }

    private let piecesOfPacket: Int

    /// - Parameter packets: how many will be added; of more than 200,000, some are left out.
    package init(packets: Int) {
        piecesOfPacket = max(1, min(Self.piecesOfPacket, Self.maxPieces / max(1, packets)))
    }

    /// Looks for pieces of a packet too, from all over it; of one that is shorter than a piece, for none: what a frame without
    /// a change and a packet of silence are made of is the same in all movies.
    package mutating func add(packet bytes: UnsafeRawBufferPointer) {
        defer { packetCount += 1 }
        let number = min(piecesOfPacket, max(bytes.count / (2 * Self.length), bytes.count < Self.length ? 0 : 1))
        guard number > 0, pieces.count + number <= Self.maxPieces else { return }
        for piece in 0..<number {
            // The middle of each part: what a packet begins with is like that of others.
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

    /// Looks no more for pieces that are in `bytes`: what is also elsewhere tells nothing.
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

    /// Where the first piece begins that is in `bytes`; nil: there is none.
    package func firstHit(in bytes: UnsafeRawBufferPointer) -> Int? {
        var first: Int?
        forEachHit(in: bytes) { _, _, offset in
            first = offset
            return false
        }
        return first
    }

    /// All pieces that are in `bytes`.
    /// - Parameter start: the offset of `bytes` in what is searched.
    package func hits(in bytes: UnsafeRawBufferPointer, at start: Int = 0) -> [Hit] {
        var hits: [Hit] = []
        forEachHit(in: bytes) { _, place, offset in
            hits.append(Hit(packet: packets[place], piece: place, offset: start + offset))
            return true
        }
        return hits
    }

    /// The number of pieces of each packet that are looked for.
    package var piecesByPacket: [Int: Int] {
        places.values.joined().reduce(into: [:]) { $0[packets[$1], default: 0] += 1 }
    }

    /// Calls `body` with each piece that is found, and where, until it returns false.
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
