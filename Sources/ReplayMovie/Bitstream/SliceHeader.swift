/// How the header of a slice begins (ITU-T H.264, 7.3.3).
package struct SliceHeader: Equatable, Sendable {
    /// Of an IDR picture; two that follow each other at once must differ in it (7.4.3).
    package let idrID: UInt32?
    /// Where in the payload the last bit of the id's code stands.
    private let idEnd: Int

    /// - Parameter sequence: the set that the slice was coded with.
    /// - Returns: nil for what is no slice, or not whole.
    package init?(_ unit: NALUnit, sequence: SequenceParameterSet) {
        guard let kind = unit.kind, [.slice, .slicePartitionA, .idrSlice].contains(kind) else { return nil }
        var reader = BitReader(unit.payload(ofFirst: 40))
        // first_mb_in_slice, slice_type, pic_parameter_set_id.
        _ = (reader.unsigned(), reader.unsigned(), reader.unsigned())
        if sequence.hasSeparatePlanes { reader.skip(2) }
        reader.skip(sequence.frameNumberBits)
        if !sequence.isProgressive, reader.bit() { reader.skip(1) }
        idrID = kind == .idrSlice ? reader.unsigned() : nil
        idEnd = reader.position - 1
        guard !reader.isExhausted else { return nil }
    }

    /// Whether a slice refers to no other picture; false for what is no slice.
    package static func isIntra(_ unit: NALUnit) -> Bool {
        guard let kind = unit.kind, [.slice, .slicePartitionA, .idrSlice].contains(kind) else { return false }
        var reader = BitReader(unit.payload(ofFirst: 16))
        _ = reader.unsigned()
        // Types 5 to 9 are 0 to 4 again, and say that all slices of the picture are so.
        return reader.unsigned() % 5 == 2 && !reader.isExhausted
    }

    /// The slice with id 2 in place of 1: their codes, 011 and 010, are of one length.
    /// - Returns: nil for a slice whose id is not 1.
    package func withSecondID(_ unit: NALUnit) -> NALUnit? {
        guard idrID == 1 else { return nil }
        var payload = unit.payload
        payload[idEnd / 8] |= 1 << UInt8(7 - idEnd % 8)
        return unit.replacing(payload: payload)
    }
}
