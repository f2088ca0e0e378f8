import BitCoding

/// Rewrites slices of one encoder for the stream of another encoder, so that both can use the stream's parameter sets.
///
/// The slice header is written again; the macroblocks stay the same (ITU-T H.264, 7.3.3). The encoder's frames must be
/// IDRs, and P frames that refer to the previous frame. A pure value.
package struct SliceRewriter: Equatable, Sendable {
    /// A difference of the parameter sets that would change the meaning of macroblocks.
    package enum Mismatch: Error, Equatable, Sendable, CaseIterable {
        /// The coded frames have different sizes.
        case size
        /// The samples are not 4:2:0 with 8 bits.
        case samples
        /// Macroblocks may be coded as fields.
        case fields
        /// The stream or the encoder has several slice groups.
        case sliceGroups
        case entropyCoder
        case transformSize
        case scalingLists
        case chromaQuantizer
        case intraPrediction
        /// The stream allows fewer reference frames than the encoder uses.
        case references
        /// The stream's slices cannot express the picture order.
        case order
        /// The stream's slices cannot express the deblocking parameters.
        case deblocking
        /// The slice has a form that cannot be rewritten.
        case slice
    }

    /// The parameter sets of the encoder.
    private let own: ParameterSets
    /// The parameter sets of the stream.
    private let target: ParameterSets

    /// Creates a rewriter.
    /// - Throws: The difference that makes the encoder's macroblocks invalid in the stream.
    package init(from own: ParameterSets, to target: ParameterSets) throws(Mismatch) {
        (self.own, self.target) = (own, target)
        if let mismatch = Self.mismatch(own.sequence, target.sequence) ?? Self.mismatch(own.picture, target.picture) {
            throw mismatch
        }
        guard own.scalingLists == target.scalingLists else { throw .scalingLists }
    }

    private static func mismatch(_ own: SequenceParameterSet, _ target: SequenceParameterSet) -> Mismatch? {
        for set in [own, target] where set.chromaFormat != 1 || set.bitDepths != [8, 8] { return .samples }
        if target.isFieldAdaptive || !own.isProgressive { return .fields }
        if own.width != target.width || own.height != target.height { return .size }
        if own.maxReferences > target.maxReferences { return .references }
        if case .cycle(_, _, isAsExpected: true) = target.order, !target.order.mayBeUntold { return .order }
        return nil
    }

    private static func mismatch(_ own: PictureParameterSet, _ target: PictureParameterSet) -> Mismatch? {
        if own.sliceGroups != 1 || target.sliceGroups != 1 { return .sliceGroups }
        if own.isCABAC != target.isCABAC { return .entropyCoder }
        if own.hasTransform8x8 != target.hasTransform8x8 { return .transformSize }
        if own.chromaOffsets != target.chromaOffsets { return .chromaQuantizer }
        if own.hasConstrainedIntra != target.hasConstrainedIntra { return .intraPrediction }
        return nil
    }

    /// Returns a slice for the stream.
    /// - Parameters:
    ///   - number: The number of its frame since the IDR, which is 0.
    ///   - idrID: The `idr_pic_id` of an IDR: 0 to 65,535.
    /// - Throws: `deblocking`, `order` or `slice`.
    package func rewritten(_ unit: NALUnit, number: Int64, idrID: UInt32) throws(Mismatch) -> NALUnit {
        let payload = unit.payload
        guard let header = SliceHeader(unit, payload, [own.picture.id: own]), header.isPlain,
            let stop = payload.stopBit, header.end <= stop
        else { throw .slice }
        var writer = try written(header, number: number, idrID: unit.kind == .idrSlice ? idrID : nil)
        if target.picture.isCABAC {
            writer.align(with: true)
            writer.append(payload, from: (header.end + 7) / 8 * 8, to: stop)
        } else {
            writer.append(payload, from: header.end, to: stop)
        }
        writer.bit(true)
        return unit.replacing(payload: writer.finish())
    }

    private func written(
        _ header: SliceHeader, number: Int64, idrID: UInt32?
    ) throws(Mismatch) -> BitWriter {
        let (sequence, picture) = (target.sequence, target.picture)
        var writer = BitWriter()
        writer.unsigned(header.start.firstMacroblock)
        writer.unsigned(header.start.type)
        writer.unsigned(picture.id)
        writer.bits(UInt32(truncatingIfNeeded: number), count: sequence.frameNumberBits)
        // `field_pic_flag`.
        if !sequence.isProgressive { writer.bit(false) }
        if let idrID { writer.unsigned(idrID) }
        try writeOrder(number, to: &writer)
        if picture.hasRedundantCount { writer.unsigned(0) }
        if header.start.kind == .p { writeReferences(to: &writer) }
        // `dec_ref_pic_marking()`: sliding window, or an IDR without flags.
        writer.bits(0, count: idrID == nil ? 1 : 2)
        if picture.isCABAC, header.start.kind == .p { writer.unsigned(header.cabacTable) }
        writer.signed(header.quantizer - picture.initialQuantizer)
        try writeDeblocking(header.deblocking, to: &writer)
        return writer
    }

    private func writeOrder(_ number: Int64, to writer: inout BitWriter) throws(Mismatch) {
        // The picture order count increases by 2 with each frame.
        switch target.sequence.order {
        case .lowestBits(let count): writer.bits(UInt32(truncatingIfNeeded: 2 * number), count: count)
        case .cycle(_, let topToBottom, isAsExpected: false):
            // The earlier field of an IDR has the count 0.
            let lift = target.picture.hasBottomOrder ? 0 : max(0, -Int64(topToBottom))
            let expected = target.sequence.order.expected(number)
            let (offset, overflows) = (2 * number + lift).subtractingReportingOverflow(expected)
            guard !overflows, let offset = Int32(exactly: offset), offset > .min else { throw .order }
            writer.signed(offset)
            if target.picture.hasBottomOrder { writer.signed(topToBottom == .min ? 0 : -topToBottom) }
            return
        case .cycle, .decoding: return
        }
        if target.picture.hasBottomOrder { writer.signed(0) }
    }

    private func writeReferences(to writer: inout BitWriter) {
        let isDefault = target.picture.defaultReferences[0] == 1
        writer.bit(!isDefault)
        if !isDefault { writer.unsigned(0) }
        // `ref_pic_list_modification_flag_l0`.
        writer.bit(false)
        guard target.picture.hasWeights else { return }
        // The weight denominators of luma and chroma are 1, and the only reference frame has no weights.
        for _ in 0..<2 { writer.unsigned(0) }
        for _ in 0..<2 { writer.bit(false) }
    }

    private func writeDeblocking(
        _ deblocking: SliceHeader.Deblocking, to writer: inout BitWriter
    ) throws(Mismatch) {
        guard target.picture.hasDeblockingControl else {
            if deblocking != .standard { throw .deblocking }
            return
        }
        writer.unsigned(deblocking.disabled)
        guard deblocking.disabled != 1 else { return }
        for offset in deblocking.offsets { writer.signed(offset) }
    }
}
