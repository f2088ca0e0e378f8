/// The configuration of an H.264 track in an MP4 file: the `avcC` box (ISO/IEC 14496-15, 5.3.3.1).
package struct AVCConfiguration: Equatable, Sendable {
    /// The number of bytes of the length before each NAL unit: 1, 2 or 4.
    package var lengthSize: Int
    package var sequenceParameterSets: [NALUnit]
    package var pictureParameterSets: [NALUnit]
    /// The profile, compatibility and level; `rest` is the data after the parameter sets, which newer profiles have.
    private let profile: [UInt8]
    private let rest: [UInt8]

    /// Reads the contents of an `avcC` box.
    /// - Returns: Nil if the bytes are not such a box.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 7, bytes[0] == 1 else { return nil }
        profile = Array(bytes[1..<4])
        lengthSize = Int(bytes[4] & 3) + 1
        var rest = bytes[5...]
        guard let sequences = Self.sets(&rest, countMask: 0x1F), let pictures = Self.sets(&rest, countMask: 0xFF),
            !sequences.isEmpty, !pictures.isEmpty
        else { return nil }
        sequenceParameterSets = sequences
        pictureParameterSets = pictures
        self.rest = Array(rest)
    }

    /// Creates a configuration from an encoder's parameter sets, each after a start code (ITU-T H.264, annex B).
    /// - Returns: Nil if a sequence or picture parameter set is missing.
    package init?(startCoded bytes: [UInt8]) {
        let units = AccessUnit(startCoded: bytes).units
        sequenceParameterSets = units.filter { $0.kind == .sps }
        pictureParameterSets = units.filter { $0.kind == .pps }
        guard let first = sequenceParameterSets.first, first.bytes.count >= 4, !pictureParameterSets.isEmpty else {
            return nil
        }
        profile = Array(first.bytes[1..<4])
        lengthSize = 4
        rest = []
    }

    /// The contents of the box.
    package var bytes: [UInt8] {
        func written(_ sets: [NALUnit]) -> [UInt8] {
            sets.flatMap { set in
                [UInt8(truncatingIfNeeded: set.bytes.count >> 8), UInt8(truncatingIfNeeded: set.bytes.count)]
                    + set.bytes
            }
        }
        return [1] + profile + [0xFC | UInt8(lengthSize - 1), 0xE0 | UInt8(sequenceParameterSets.count)]
            + written(sequenceParameterSets) + [UInt8(pictureParameterSets.count)] + written(pictureParameterSets)
            + rest
    }

    /// Returns true if both have the same parameter sets.
    package func hasSameSets(as other: AVCConfiguration) -> Bool {
        sequenceParameterSets == other.sequenceParameterSets && pictureParameterSets == other.pictureParameterSets
    }

    /// Returns true if all parameter sets within an access unit are parameter sets of this configuration.
    package func contains(setsOf picture: AccessUnit) -> Bool {
        let brought = picture.keeping([.sps, .pps]).units
        guard !brought.isEmpty else { return true }
        let own = (sequenceParameterSets + pictureParameterSets).map(\.withoutTrailingZeros)
        return brought.allSatisfy { own.contains($0.withoutTrailingZeros) }
    }

    private static func sets(_ rest: inout ArraySlice<UInt8>, countMask: UInt8) -> [NALUnit]? {
        guard let count = rest.popFirst() else { return nil }
        var sets: [NALUnit] = []
        for _ in 0..<(count & countMask) {
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            let length = Int(high) << 8 | Int(low)
            guard length > 0, rest.count >= length else { return nil }
            sets.append(NALUnit(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        return sets
    }
}
