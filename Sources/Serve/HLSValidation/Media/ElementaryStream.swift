import BitCoding
import ReplayMovie

/// The audio format in an `esds` box (ISO/IEC 14496-1, 7.2.6; 14496-3, 1.6.2.1).
struct ElementaryStream: Sendable, Equatable {
    /// The objectTypeIndication: 0x40 is MPEG-4 audio.
    let objectType: UInt8
    /// The audioObjectType of MPEG-4 audio: 2 is AAC-LC, 5 is HE-AAC.
    private(set) var audioObjectType: Int?
    private(set) var channels: Int?

    init?(esds: Box) {
        guard var cursor = esds.full?.cursor, Self.enter(3, in: &cursor) != nil, cursor.skip(2) != nil,
            let flags = cursor.integer(UInt8.self), Self.skipOptions(flags, in: &cursor) != nil,
            Self.enter(4, in: &cursor) != nil, let objectType = cursor.integer(UInt8.self)
        else { return nil }
        self.objectType = objectType
        guard objectType == 0x40, cursor.skip(12) != nil, let length = Self.enter(5, in: &cursor),
            let specific = cursor.take(min(length, 64))
        else { return }
        read(Array(specific))
    }

    private mutating func read(_ specific: [UInt8]) {
        var reader = BitReader(specific)
        var type = Int(reader.bits(5))
        if type == 31 { type = 32 + Int(reader.bits(6)) }
        if reader.bits(4) == 15 { reader.skip(24) }
        let configuration = Int(reader.bits(4))
        guard !reader.isExhausted else { return }
        audioObjectType = type
        channels = (1...6).contains(configuration) ? configuration : configuration == 7 ? 8 : nil
    }

    /// Enters a descriptor with the given tag, and returns its length.
    private static func enter(_ tag: UInt8, in cursor: inout ByteCursor) -> Int? {
        guard cursor.integer(UInt8.self) == tag else { return nil }
        var length = 0
        for _ in 0..<4 {
            guard let byte = cursor.integer(UInt8.self) else { return nil }
            length = length << 7 | Int(byte & 0x7F)
            if byte & 0x80 == 0 { return length }
        }
        return length
    }

    private static func skipOptions(_ flags: UInt8, in cursor: inout ByteCursor) -> Void? {
        if flags & 0x80 != 0, cursor.skip(2) == nil { return nil }
        if flags & 0x40 != 0 {
            guard let length = cursor.integer(UInt8.self), cursor.skip(Int(length)) != nil else { return nil }
        }
        return flags & 0x20 != 0 ? cursor.skip(2) : ()
    }
}
