import BitCoding

/// A frame of 8-bit 4:2:0 as an IDR that decoders show to the bit (ITU-T H.264, 7.3.5): macroblocks that their neighbours
/// predict exactly take some bits. Others have a residual at the finest quantizer, which decoders invert to what is left, to the
/// bit; where there is none such, or it takes more bits, their samples as they are (I_PCM). To be used while its samples are
/// where they were.
package struct ExactFrame {
    /// The samples of a component.
    package struct Plane {
        package let start: UnsafePointer<UInt8>
        package let stride: Int
        package let width: Int
        package let height: Int

        /// - Parameters:
        ///   - stride: from one row to the next, in bytes.
        ///   - width: of the coded frame, in samples.
        ///   - height: of the coded frame, in samples.
        package init(_ start: UnsafePointer<UInt8>, stride: Int, width: Int, height: Int) {
            (self.start, self.stride, self.width, self.height) = (start, stride, width, height)
        }

        fileprivate func isOf(_ width: Int, _ height: Int) -> Bool { self.width == width && self.height == height }
    }

    /// Enough for what macroblocks are worked out in.
    private static let memorySize = 1 << 17

    private let sets: ParameterSets
    private let planes: CodedPlanes

    /// - Parameters:
    ///   - planes: luma and both of chroma, of all that is coded.
    ///   - sets: of the stream.
    /// - Returns: nil where the planes are not of the stream's size, or its order is told in another way.
    package init?(_ planes: [Plane], _ sets: ParameterSets) {
        let (width, height) = (sets.sequence.codedWidth, sets.sequence.codedHeight)
        guard planes.count == 3, planes[0].isOf(width, height),
            planes.dropFirst().allSatisfy({ $0.isOf(width / 2, height / 2) }), planes[1].stride == planes[2].stride,
            sets.sequence.isProgressive, sets.sequence.chromaFormat == 1, sets.sequence.bitDepths == [8, 8]
        else { return nil }
        if case .cycle = sets.sequence.order { return nil }
        self.sets = sets
        self.planes = CodedPlanes(
            luma: planes[0].start, lumaStride: planes[0].stride, chroma: (planes[1].start, planes[2].start),
            chromaStride: planes[1].stride, across: sets.sequence.width, down: sets.sequence.height)
    }

    /// How many bytes the samples take as they are.
    package static func size(_ sequence: SequenceParameterSet) -> Int {
        sequence.codedWidth * sequence.codedHeight * 3 / 2
    }

    /// The slice of the IDR.
    /// - Parameter idrID: its idr_pic_id, 0...65,535.
    package func slice(idrID: UInt32) -> NALUnit {
        var writer = BitWriter()
        writeHeader(idrID, to: &writer)
        let memory = ScratchMemory(size: Self.memorySize)
        var predictor = MacroblockPredictor(memory, sets)
        if sets.picture.isCABAC {
            writer.align(with: true)
            var coder = ArithmeticMacroblocks(memory, hasTransform8x8: sets.picture.hasTransform8x8)
            write(by: &coder, &predictor, to: &writer)
        } else {
            var coder = VariableLengthMacroblocks(memory, hasTransform8x8: sets.picture.hasTransform8x8)
            write(by: &coder, &predictor, to: &writer)
        }
        withExtendedLifetime(memory) {}
        // Of nal_ref_idc the highest, as IDRs have it.
        return NALUnit([0x60 | NALUnit.Kind.idrSlice.rawValue]).replacing(payload: writer.finish())
    }

    private func writeHeader(_ idrID: UInt32, to writer: inout BitWriter) {
        let (sequence, picture) = (sets.sequence, sets.picture)
        writer.unsigned(0)
        // An I slice, as all of the picture are.
        writer.unsigned(7)
        writer.unsigned(picture.id)
        writer.bits(0, count: sequence.frameNumberBits)
        writer.unsigned(idrID)
        if case .lowestBits(let count) = sequence.order {
            writer.bits(0, count: count)
            if picture.hasBottomOrder { writer.signed(0) }
        }
        if picture.hasRedundantCount { writer.unsigned(0) }
        writer.bits(0, count: 2)
        // At this quantizer no edge is smoothed, where the slice cannot say so.
        writer.signed(-picture.initialQuantizer)
        if picture.hasDeblockingControl { writer.unsigned(1) }
    }

    private func write(
        by coder: inout some MacroblockCoder, _ predictor: inout MacroblockPredictor, to writer: inout BitWriter
    ) {
        var neighbours = MacroblockNeighbours(across: planes.across)
        for row in 0..<planes.down {
            for column in 0..<planes.across {
                let place = MacroblockPlace(planes: planes, column: column, row: row)
                neighbours.move(to: column)
                predictor.predict(place, neighbours)
                if !coder.write(predictor.macroblock, beside: neighbours, to: &writer) {
                    predictor.macroblock.kind = .samples
                    coder.beginSamples(beside: neighbours, to: &writer)
                    place.writeSamples(to: &writer)
                }
                neighbours.note(predictor.macroblock, column)
                coder.end(isLast: place.isLast, to: &writer)
            }
        }
    }
}

extension MacroblockPlace {
    /// Of I_PCM.
    fileprivate func writeSamples(to writer: inout BitWriter) {
        for line in 0..<16 { writer.append(UnsafeBufferPointer(start: luma + line * lumaStride, count: 16)) }
        for component in 0..<2 {
            for line in 0..<8 {
                writer.append(UnsafeBufferPointer(start: chroma(component) + line * chromaStride, count: 8))
            }
        }
    }
}
