/// A frame of 8-bit 4:2:0 as an IDR that decoders show to the bit (ITU-T H.264, 7.3.5): macroblocks that their neighbours
/// predict exactly take some bits, all others have their samples as they are (I_PCM). A pure value.
package struct ExactFrame {
    /// The samples of a component, row after row.
    package struct Plane {
        let samples: [UInt8]
        let width: Int

        /// - Parameter width: of the coded frame, in samples.
        package init(_ samples: [UInt8], width: Int) { (self.samples, self.width) = (samples, width) }
    }

    /// How a macroblock is coded.
    fileprivate enum Block: Equatable {
        /// Its samples as they are.
        case samples
        /// As predicted: Intra16x16PredMode and intra_chroma_pred_mode.
        case predicted(luma: UInt32, chroma: UInt32)
    }

    private let sets: ParameterSets
    private let luma: Plane
    private let chroma: [Plane]

    /// - Parameters:
    ///   - planes: luma and both of chroma, of all that is coded.
    ///   - sets: of the stream.
    /// - Returns: nil where the planes are not of the stream's size, or its order is told in another way.
    package init?(_ planes: [Plane], _ sets: ParameterSets) {
        let (width, height) = (sets.sequence.codedWidth, sets.sequence.codedHeight)
        guard planes.count == 3, planes[0].width == width, planes[0].samples.count == width * height,
            planes.dropFirst().allSatisfy({ $0.width == width / 2 && $0.samples.count == width * height / 4 }),
            sets.sequence.isProgressive, sets.sequence.chromaFormat == 1, sets.sequence.bitDepths == [8, 8]
        else { return nil }
        if case .cycle = sets.sequence.order { return nil }
        (self.sets, luma, chroma) = (sets, planes[0], Array(planes[1...]))
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
        if sets.picture.isCABAC {
            writer.align(with: true)
            var coder = ArithmeticMacroblocks(across: sets.sequence.width)
            write(by: &coder, to: &writer)
        } else {
            var coder = VariableLengthMacroblocks(across: sets.sequence.width)
            write(by: &coder, to: &writer)
        }
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

    private func write(by coder: inout some MacroblockCoder, to writer: inout BitWriter) {
        let (across, down) = (sets.sequence.width, sets.sequence.height)
        for row in 0..<down {
            for column in 0..<across {
                let block = block(column, row)
                coder.begin(block, column, row, to: &writer)
                if block == .samples { writeSamples(column, row, to: &writer) }
                coder.end(isLast: row == down - 1 && column == across - 1, to: &writer)
            }
        }
    }

    private func writeSamples(_ column: Int, _ row: Int, to writer: inout BitWriter) {
        for (plane, side) in [(luma, 16), (chroma[0], 8), (chroma[1], 8)] {
            for line in 0..<side {
                let start = (row * side + line) * plane.width + column * side
                writer.append(plane.samples[start..<start + side])
            }
        }
    }

    private func block(_ column: Int, _ row: Int) -> Block {
        guard let luma = luma.prediction(side: 16, column, row), let chroma = chromaPrediction(column, row) else {
            return .samples
        }
        return .predicted(luma: luma.number(of: [.vertical, .horizontal, .average]), chroma: chroma)
    }

    private func chromaPrediction(_ column: Int, _ row: Int) -> UInt32? {
        let modes: [Plane.Prediction] = [.average, .horizontal, .vertical]
        return modes.first { mode in chroma.allSatisfy { $0.isPredicted(by: mode, side: 8, column, row) } }?
            .number(of: modes)
    }
}

extension ExactFrame.Plane {
    /// From what a block is predicted: what lies above it, to the left of it, or the mean of both.
    fileprivate enum Prediction {
        case vertical, horizontal, average

        func number(of modes: [Prediction]) -> UInt32 { UInt32(modes.firstIndex(of: self) ?? 0) }
    }

    /// The first that fits exactly.
    fileprivate func prediction(side: Int, _ column: Int, _ row: Int) -> Prediction? {
        [.vertical, .horizontal, .average].first { isPredicted(by: $0, side: side, column, row) }
    }

    fileprivate func isPredicted(by prediction: Prediction, side: Int, _ column: Int, _ row: Int) -> Bool {
        samples.withUnsafeBufferPointer { samples in
            let start = row * side * width + column * side
            switch prediction {
            case .vertical:
                guard row > 0 else { return false }
                return (0..<side).allSatisfy { line in
                    let place = start + line * width
                    return (place..<place + side).allSatisfy { samples[$0] == samples[$0 - (line + 1) * width] }
                }
            case .horizontal:
                guard column > 0 else { return false }
                return (0..<side).allSatisfy { line in
                    let place = start + line * width
                    return (place..<place + side).allSatisfy { samples[$0] == samples[place - 1] }
                }
            case .average:
                // Luma has one mean; chroma has one for each quarter (8.3.3.3 and 8.3.4.1).
                let size = side == 16 ? 16 : 4
                return stride(from: 0, to: side, by: size).allSatisfy { y in
                    stride(from: 0, to: side, by: size).allSatisfy { x in
                        let mean = mean(samples, start, x, y, size, hasAbove: row > 0, hasLeft: column > 0)
                        return (0..<size).allSatisfy { line in
                            let place = start + (y + line) * width + x
                            return (place..<place + size).allSatisfy { samples[$0] == mean }
                        }
                    }
                }
            }
        }
    }

    /// The mean of what lies above and to the left of a part of a block; of the quarters of chroma beside the diagonal, of one of
    /// the two alone, where it is there.
    private func mean(
        _ samples: UnsafeBufferPointer<UInt8>, _ start: Int, _ x: Int, _ y: Int, _ size: Int, hasAbove: Bool,
        hasLeft: Bool
    ) -> UInt8 {
        let usesAbove = hasAbove && !(y > x && hasLeft)
        let usesLeft = hasLeft && !(x > y && hasAbove)
        guard usesAbove || usesLeft else { return 128 }
        var sum = 0
        for step in 0..<size {
            if usesAbove { sum += Int(samples[start - width + x + step]) }
            if usesLeft { sum += Int(samples[start + (y + step) * width - 1]) }
        }
        let count = usesAbove && usesLeft ? 2 * size : size
        return UInt8((sum + count / 2) / count)
    }
}

/// Writes macroblocks of an I slice but for their samples.
private protocol MacroblockCoder {
    mutating func begin(_ block: ExactFrame.Block, _ column: Int, _ row: Int, to writer: inout BitWriter)
    mutating func end(isLast: Bool, to writer: inout BitWriter)
}

/// What macroblocks are beside the current one.
private struct Neighbours {
    /// The row above as far as it is not yet overwritten by the current one.
    private var row: [ExactFrame.Block?]

    init(across: Int) { row = Array(repeating: nil, count: across) }

    /// Takes the next one, and gives those to the left of it and above it; nil where there is none.
    mutating func take(
        _ block: ExactFrame.Block, _ column: Int
    ) -> (left: ExactFrame.Block?, above: ExactFrame.Block?) {
        defer { row[column] = block }
        return (column > 0 ? row[column - 1] : nil, row[column])
    }
}

/// By CAVLC.
private struct VariableLengthMacroblocks: MacroblockCoder {
    private var neighbours: Neighbours

    init(across: Int) { neighbours = Neighbours(across: across) }

    mutating func begin(_ block: ExactFrame.Block, _ column: Int, _ row: Int, to writer: inout BitWriter) {
        let (left, above) = neighbours.take(block, column)
        guard case .predicted(let luma, let chroma) = block else {
            writer.unsigned(25)
            return writer.align(with: false)
        }
        writer.unsigned(1 + luma)
        writer.unsigned(chroma)
        // mb_qp_delta.
        writer.signed(0)
        // That the block of means has no coefficient, by how many its neighbours have (9.2.1).
        let counts = [left, above].compactMap { $0.map { $0 == .samples ? 16 : 0 } }
        let near = counts.count == 2 ? (counts[0] + counts[1] + 1) / 2 : counts.first ?? 0
        if near < 8 { writer.bits(1, count: 1) } else { writer.bits(3, count: 6) }
    }

    mutating func end(isLast: Bool, to writer: inout BitWriter) { if isLast { writer.bit(true) } }
}

/// By CABAC.
private struct ArithmeticMacroblocks: MacroblockCoder {
    private var neighbours: Neighbours
    private var encoder = ArithmeticEncoder()
    // Tables 9-12, 9-16 and 9-18, for I slices.
    private var types = contexts([
        (20, -15), (2, 54), (3, 74), (-28, 127), (-23, 104), (-6, 53), (-1, 54), (7, 51),
    ])
    private var quantizerDifference = ArithmeticEncoder.Context(0, 41, quantizer: 0)
    private var chromaModes = contexts([(-9, 83), (4, 86), (0, 97), (-7, 72)])
    private var coefficients = contexts([(-17, 123), (-12, 115), (-16, 122), (-11, 115)])

    private static func contexts(_ values: [(Int, Int)]) -> [ArithmeticEncoder.Context] {
        values.map { ArithmeticEncoder.Context($0, $1, quantizer: 0) }
    }

    init(across: Int) { neighbours = Neighbours(across: across) }

    mutating func begin(_ block: ExactFrame.Block, _ column: Int, _ row: Int, to writer: inout BitWriter) {
        let (left, above) = neighbours.take(block, column)
        // No macroblock is one of 4x4 blocks (9.3.3.1.1.3).
        encoder.encode(true, &types[(left == nil ? 0 : 1) + (above == nil ? 0 : 1)], to: &writer)
        guard case .predicted(let luma, let chroma) = block else {
            encoder.encode(end: true, to: &writer)
            return writer.align(with: false)
        }
        encoder.encode(end: false, to: &writer)
        for (bin, context) in [(false, 3), (false, 4), (luma & 2 != 0, 6), (luma & 1 != 0, 7)] {
            encoder.encode(bin, &types[context], to: &writer)
        }
        write(chroma, left, above, to: &writer)
        encoder.encode(false, &quantizerDifference, to: &writer)
        func hasCoefficients(_ block: ExactFrame.Block?) -> Bool { block == nil || block == .samples }
        let context = (hasCoefficients(left) ? 1 : 0) + (hasCoefficients(above) ? 2 : 0)
        encoder.encode(false, &coefficients[context], to: &writer)
    }

    /// intra_chroma_pred_mode.
    private mutating func write(
        _ mode: UInt32, _ left: ExactFrame.Block?, _ above: ExactFrame.Block?, to writer: inout BitWriter
    ) {
        func hasMode(_ block: ExactFrame.Block?) -> Int {
            if case .predicted(_, let chroma) = block, chroma > 0 { 1 } else { 0 }
        }
        encoder.encode(mode > 0, &chromaModes[hasMode(left) + hasMode(above)], to: &writer)
        guard mode > 0 else { return }
        encoder.encode(mode > 1, &chromaModes[3], to: &writer)
        if mode > 1 { encoder.encode(mode > 2, &chromaModes[3], to: &writer) }
    }

    mutating func end(isLast: Bool, to writer: inout BitWriter) { encoder.encode(end: isLast, to: &writer) }
}
