import BitCoding

/// An 8-bit 4:2:0 frame coded as an IDR that decoders reconstruct exactly (ITU-T H.264, 7.3.5).
///
/// A macroblock that its neighbours predict exactly takes a few bits. Any other has a residual at quantizer 0 whose
/// levels reproduce every sample. If there are no such levels, or if they take more bits, the macroblock is `I_PCM`.
/// The samples must stay valid while the frame is used.
package struct ExactFrame {
    /// The samples of a colour component.
    package struct Plane {
        package let start: UnsafePointer<UInt8>
        package let stride: Int
        package let width: Int
        package let height: Int

        /// Creates a plane.
        /// - Parameters:
        ///   - start: The first sample.
        ///   - stride: The distance between rows, in bytes.
        ///   - width: The width of the coded frame, in samples.
        ///   - height: The height of the coded frame, in samples.
        package init(_ start: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
            (self.start, self.stride, self.width, self.height) = (start, stride, width, height)
        }

        fileprivate func isOf(width: Int, height: Int) -> Bool { self.width == width && self.height == height }
    }

    /// The size of the scratch memory for one macroblock, in bytes.
    private static let memorySize = 1 << 17

    private let sets: ParameterSets
    private let planes: CodedPlanes

    /// Creates a frame.
    /// - Parameters:
    ///   - planes: Luma, Cb and Cr of the whole coded frame.
    ///   - sets: The parameter sets of the stream.
    /// - Returns: Nil if the planes do not have the stream's size. Nil if the stream is not 8-bit 4:2:0, has
    ///   fields or has `pic_order_cnt_type` 1.
    package init?(_ planes: [Plane], sets: ParameterSets) {
        let (width, height) = (sets.sequence.codedWidth, sets.sequence.codedHeight)
        guard planes.count == 3, planes[0].isOf(width: width, height: height),
            planes.dropFirst().allSatisfy({ $0.isOf(width: width / 2, height: height / 2) }),
            planes[1].stride == planes[2].stride,
            sets.sequence.frameMbsOnly, sets.sequence.chromaFormatIdc == 1, sets.sequence.bitDepths == [8, 8]
        else { return nil }
        if case .type1 = sets.sequence.picOrderCntType { return nil }
        self.sets = sets
        self.planes = CodedPlanes(
            luma: planes[0].start, lumaStride: planes[0].stride, chroma: (planes[1].start, planes[2].start),
            chromaStride: planes[1].stride, picWidthInMbs: sets.sequence.picWidthInMbs,
            frameHeightInMbs: sets.sequence.frameHeightInMbs)
    }

    /// Returns the size of a coded frame's samples, in bytes.
    package static func size(_ sequence: SequenceParameterSet) -> Int {
        sequence.codedWidth * sequence.codedHeight * 3 / 2
    }

    /// Returns the slice of the IDR.
    /// - Parameter idrPicID: `idr_pic_id`, 0...65,535.
    package func slice(idrPicID: UInt32) -> NALUnit {
        var writer = BitWriter()
        writeHeader(idrPicID, to: &writer)
        let memory = ScratchMemory(size: Self.memorySize)
        var predictor = MacroblockPredictor(memory, sets: sets)
        if sets.picture.isCABAC {
            writer.align(with: true)
            var coder = CABACMacroblocks(memory, transform8x8Mode: sets.picture.transform8x8Mode)
            write(by: &coder, &predictor, to: &writer)
        } else {
            var coder = CAVLCMacroblocks(memory, transform8x8Mode: sets.picture.transform8x8Mode)
            write(by: &coder, &predictor, to: &writer)
        }
        withExtendedLifetime(memory) {}
        // `nal_ref_idc` is 3, as usual for an IDR.
        return NALUnit([0x60 | NALUnit.Kind.idrSlice.rawValue]).replacing(rbsp: writer.finish())
    }

    private func writeHeader(_ idrPicID: UInt32, to writer: inout BitWriter) {
        let (sequence, picture) = (sets.sequence, sets.picture)
        // `first_mb_in_slice`.
        writer.ue(0)
        // `slice_type` 7: all slices of the picture are I slices.
        writer.ue(7)
        writer.ue(picture.id)
        writer.bits(0, count: sequence.log2MaxFrameNum)
        writer.ue(idrPicID)
        if case .type0(let log2MaxPicOrderCntLsb) = sequence.picOrderCntType {
            writer.bits(0, count: log2MaxPicOrderCntLsb)
            if picture.bottomFieldPicOrderInFramePresent { writer.se(0) }
        }
        if picture.redundantPicCntPresent { writer.ue(0) }
        // `dec_ref_pic_marking()`: both flags of an IDR are 0.
        writer.bits(0, count: 2)
        // At quantizer 0 the deblocking filter changes nothing, even if the slice cannot disable it.
        writer.se(-picture.picInitQP)
        if picture.deblockingFilterControlPresent { writer.ue(1) }
    }

    private func write(
        by coder: inout some MacroblockCoder, _ predictor: inout MacroblockPredictor, to writer: inout BitWriter
    ) {
        var neighbours = MacroblockNeighbours(picWidthInMbs: planes.picWidthInMbs)
        for row in 0..<planes.frameHeightInMbs {
            for column in 0..<planes.picWidthInMbs {
                let place = MacroblockPlace(planes: planes, column: column, row: row)
                neighbours.move(to: column)
                predictor.predict(place, beside: neighbours)
                if !coder.write(predictor.macroblock, beside: neighbours, to: &writer) {
                    predictor.macroblock.kind = .pcm
                    coder.beginPCM(beside: neighbours, to: &writer)
                    place.writePCMSamples(to: &writer)
                }
                neighbours.store(predictor.macroblock, at: column)
                coder.end(isLast: place.isLast, to: &writer)
            }
        }
    }
}

extension MacroblockPlace {
    /// Writes the samples of an `I_PCM` macroblock.
    fileprivate func writePCMSamples(to writer: inout BitWriter) {
        for line in 0..<16 { writer.append(UnsafeBufferPointer(start: luma + line * lumaStride, count: 16)) }
        for component in 0..<2 {
            for line in 0..<8 {
                writer.append(UnsafeBufferPointer(start: chroma(component) + line * chromaStride, count: 8))
            }
        }
    }
}
