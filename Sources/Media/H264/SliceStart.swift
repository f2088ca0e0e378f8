package import BitCoding

/// How the header of a slice begins, up to what tells one IDR from the next (ITU-T H.264, 7.3.3).
package struct SliceStart: Equatable, Sendable {
    /// slice_type.
    package enum Kind: UInt32, Sendable { case p, b, i, sp, si }

    let firstMacroblock: UInt32
    /// 0 to 4; 5 to 9 are the same, and say that all slices of the picture are so.
    package let type: UInt32
    /// Of the picture parameter set.
    package let setID: UInt32
    /// frame_num.
    package var number: UInt32
    /// Where that stands, in bits of the payload.
    let numberPlace: Range<Int>
    /// Whether the picture is one field of a frame.
    package let isField: Bool
    /// Of an IDR picture; two that follow each other at once must differ in it (7.4.3).
    package let idrID: UInt32?

    package var kind: Kind? { Kind(rawValue: type % 5) }

    /// - Parameter sets: that the slice may go by, by the ids of the picture parameter sets.
    /// - Returns: nil for what is no slice, or not whole, or goes by none of them.
    package init?(_ unit: NALUnit, _ sets: [UInt32: ParameterSets]) {
        var reader = BitReader(unit.payload(ofFirst: 40))
        self.init(unit, sets, &reader)
    }

    /// - Parameter reader: of the unit's payload, from its beginning on.
    package init?(_ unit: NALUnit, _ sets: [UInt32: ParameterSets], _ reader: inout BitReader) {
        guard unit.isSlice else { return nil }
        (firstMacroblock, type, setID) = (reader.unsigned(), reader.unsigned(), reader.unsigned())
        guard let sequence = sets[setID]?.sequence, type < 10 else { return nil }
        if sequence.hasSeparatePlanes { reader.skip(2) }
        let place = reader.position
        number = reader.bits(sequence.frameNumberBits)
        numberPlace = place..<reader.position
        isField = !sequence.isProgressive && reader.bit()
        if isField { reader.skip(1) }
        idrID = unit.kind == .idrSlice ? reader.unsigned() : nil
        guard !reader.isExhausted else { return nil }
    }

    /// Whether a slice refers to no other picture; false for what is no slice.
    package static func isIntra(_ unit: NALUnit) -> Bool {
        guard unit.isSlice else { return false }
        var reader = BitReader(unit.payload(ofFirst: 16))
        _ = reader.unsigned()
        return Kind(rawValue: reader.unsigned() % 5) == .i && !reader.isExhausted
    }
}

extension NALUnit {
    /// Whether it holds a slice, or the first part of one.
    package var isSlice: Bool { kind.map { [.slice, .slicePartitionA, .idrSlice].contains($0) } ?? false }
}
