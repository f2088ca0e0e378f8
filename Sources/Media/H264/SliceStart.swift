package import BitCoding

/// The beginning of a slice header, up to `idr_pic_id` (ITU-T H.264, 7.3.3).
package struct SliceStart: Equatable, Sendable {
    /// The kind of slice: `slice_type` modulo 5.
    package enum Kind: UInt32, Sendable { case p, b, i, sp, si }

    /// `first_mb_in_slice`.
    let firstMbInSlice: UInt32
    /// `slice_type`. Values 5 to 9 mean 0 to 4, and that all slices of the picture have the same type.
    package let sliceType: UInt32
    /// `pic_parameter_set_id`.
    package let picParameterSetID: UInt32
    /// `frame_num`.
    package var frameNum: UInt32
    /// The position of `frame_num`, in bits of the RBSP.
    let frameNumRange: Range<Int>
    /// `field_pic_flag`: true if the picture is one field of a frame.
    package let fieldPic: Bool
    /// `idr_pic_id` of an IDR picture, else nil. It differs between two consecutive IDR pictures (7.4.3).
    package let idrPicID: UInt32?

    package var kind: Kind? { Kind(rawValue: sliceType % 5) }

    /// Reads the beginning of a slice.
    /// - Parameter sets: The parameter sets, by `pic_parameter_set_id`.
    /// - Returns: Nil if the unit is not a slice or is incomplete, or if its parameter set is missing.
    package init?(_ unit: NALUnit, sets: [UInt32: ParameterSets]) {
        var reader = BitReader(unit.rbsp(ofFirst: 40))
        self.init(unit, sets: sets, reader: &reader)
    }

    /// Reads the beginning of a slice.
    /// - Parameter reader: A reader at the start of the unit's RBSP.
    package init?(_ unit: NALUnit, sets: [UInt32: ParameterSets], reader: inout BitReader) {
        guard unit.isSlice else { return nil }
        (firstMbInSlice, sliceType, picParameterSetID) = (reader.ue(), reader.ue(), reader.ue())
        guard let sequence = sets[picParameterSetID]?.sequence, sliceType < 10 else { return nil }
        // `colour_plane_id`.
        if sequence.separateColourPlane { reader.skip(2) }
        let start = reader.position
        frameNum = reader.bits(sequence.log2MaxFrameNum)
        frameNumRange = start..<reader.position
        fieldPic = !sequence.frameMbsOnly && reader.bit()
        // `bottom_field_flag`.
        if fieldPic { reader.skip(1) }
        idrPicID = unit.kind == .idrSlice ? reader.ue() : nil
        guard !reader.isExhausted else { return nil }
    }

    /// Returns true if the unit is an I slice, which refers to no other picture.
    package static func isIntra(_ unit: NALUnit) -> Bool {
        guard unit.isSlice else { return false }
        var reader = BitReader(unit.rbsp(ofFirst: 16))
        // `first_mb_in_slice`.
        _ = reader.ue()
        return Kind(rawValue: reader.ue() % 5) == .i && !reader.isExhausted
    }
}

extension NALUnit {
    /// True if the unit contains a slice, or data partition A of one.
    package var isSlice: Bool { kind.map { [.slice, .sliceDataPartitionA, .idrSlice].contains($0) } ?? false }
}
