package import BitCoding

/// The beginning of a slice header, up to `idr_pic_id` (ITU-T H.264, 7.3.3).
package struct SliceStart: Equatable, Sendable {
    /// The kind of slice: `slice_type` modulo 5.
    package enum Kind: UInt32, Sendable { case p, b, i, sp, si }

    let firstMacroblock: UInt32
    /// `slice_type`. Values 5 to 9 mean 0 to 4, and that all slices of the picture have the same type.
    package let type: UInt32
    /// `pic_parameter_set_id`.
    package let setID: UInt32
    /// `frame_num`.
    package var number: UInt32
    /// The position of `frame_num`, in bits of the payload.
    let numberPlace: Range<Int>
    /// True if the picture is one field of a frame.
    package let isField: Bool
    /// `idr_pic_id` of an IDR picture, else nil. It differs between two consecutive IDR pictures (7.4.3).
    package let idrID: UInt32?

    package var kind: Kind? { Kind(rawValue: type % 5) }

    /// Reads the beginning of a slice.
    /// - Parameter sets: The parameter sets, by `pic_parameter_set_id`.
    /// - Returns: Nil if the unit is not a slice or is incomplete, or if its parameter set is missing.
    package init?(_ unit: NALUnit, _ sets: [UInt32: ParameterSets]) {
        var reader = BitReader(unit.payload(ofFirst: 40))
        self.init(unit, sets, &reader)
    }

    /// Reads the beginning of a slice.
    /// - Parameter reader: A reader at the start of the unit's payload.
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

    /// Returns true if the unit is an I slice, which refers to no other picture.
    package static func isIntra(_ unit: NALUnit) -> Bool {
        guard unit.isSlice else { return false }
        var reader = BitReader(unit.payload(ofFirst: 16))
        _ = reader.unsigned()
        return Kind(rawValue: reader.unsigned() % 5) == .i && !reader.isExhausted
    }
}

extension NALUnit {
    /// True if the unit contains a slice, or data partition A of one.
    package var isSlice: Bool { kind.map { [.slice, .slicePartitionA, .idrSlice].contains($0) } ?? false }
}
