import BitCoding

/// What a sequence parameter set says of a stream (ITU-T H.264, 7.3.2.1.1).
package struct SequenceParameterSet: Equatable, Sendable {
    /// level_idc: ten times the level.
    package let level: UInt8
    package let id: UInt32
    /// chroma_format_idc: 1 is 4:2:0.
    package private(set) var chromaFormat: UInt32 = 1
    /// Bits a sample, of luma and of chroma.
    package private(set) var bitDepths: [UInt32] = [8, 8]
    package private(set) var hasSeparatePlanes = false
    /// Whether residuals are not transformed at the finest quantizer, but lossless.
    private(set) var hasTransformBypass = false
    private(set) var scalingLists: ScalingLists?
    /// Bits of a slice's frame_num.
    package let frameNumberBits: Int
    package let order: PictureOrder
    /// max_num_ref_frames.
    package let maxReferences: UInt32
    /// The size of a coded frame, in macroblocks.
    package let width: Int
    package let height: Int
    /// Whether there are no fields, only frames.
    package let isProgressive: Bool
    /// Whether macroblocks of a frame may be coded as fields.
    package let isFieldAdaptive: Bool
    /// What of a coded frame is not shown, in units of its chroma samples: left, right, above and below.
    let crop: [UInt32]
    /// How frames are to be shown and buffered; nil: nothing is said of it, or not wholly.
    package let usability: VideoUsability?

    /// - Returns: nil for what is no such set, or not whole, or has what no set may have.
    package init?(_ unit: NALUnit) {
        guard unit.kind == .sequenceParameters else { return nil }
        var reader = BitReader(unit.payload)
        let profile = reader.bits(8)
        reader.skip(8)
        level = UInt8(reader.bits(8))
        id = reader.unsigned()
        var format = Format()
        if Self.profilesWithFormat.contains(profile) { format = Format(&reader) }
        (chromaFormat, bitDepths) = (format.chroma, format.bitDepths)
        (hasSeparatePlanes, scalingLists) = (format.hasSeparatePlanes, format.scalingLists)
        hasTransformBypass = format.hasTransformBypass
        let extraBits = reader.unsigned()
        guard let order = PictureOrder(&reader) else { return nil }
        (frameNumberBits, self.order) = (Int(extraBits) + 4, order)
        maxReferences = reader.unsigned()
        // gaps_in_frame_num_value_allowed_flag.
        reader.skip(1)
        width = Int(reader.unsigned()) + 1
        let heightInMapUnits = Int(reader.unsigned()) + 1
        isProgressive = reader.bit()
        height = heightInMapUnits * (isProgressive ? 1 : 2)
        isFieldAdaptive = isProgressive ? false : reader.bit()
        // direct_8x8_inference_flag.
        reader.skip(1)
        crop = reader.bit() ? (0..<4).map { _ in reader.unsigned() } : [0, 0, 0, 0]
        guard !reader.isExhausted, id < 32, extraBits <= 12, width <= Self.maxSize, height <= Self.maxSize else {
            return nil
        }
        // Of what encoders say of it some is cut off; decoders do without.
        let usability = reader.bit() ? VideoUsability(&reader) : nil
        self.usability = reader.isExhausted ? nil : usability
        guard chromaFormat != 1 || shown.width > 0 && shown.height > 0 else { return nil }
    }

    /// Of a side, in macroblocks: 16,384 pixels.
    private static let maxSize = 1024

    /// What is shown of a coded frame of 4:2:0, in pixels.
    package var shown: (x: Int, y: Int, width: Int, height: Int) {
        let units = crop.map { Int($0) * 2 }
        let rows = isProgressive ? 1 : 2
        return (
            units[0], units[2] * rows, codedWidth - units[0] - units[1], codedHeight - (units[2] + units[3]) * rows
        )
    }

    /// In pixels.
    package var codedWidth: Int { width * 16 }
    /// In pixels.
    package var codedHeight: Int { height * 16 }

    /// Whether frames that go by either look alike: of one size and one kind.
    package func showsFrames(like other: SequenceParameterSet) -> Bool {
        (width, height, crop, isFieldAdaptive, chromaFormat) == (
            other.width, other.height, other.crop, other.isFieldAdaptive, other.chromaFormat
        )
            && bitDepths == other.bitDepths && usability?.signal == other.usability?.signal
            && usability?.pixelAspect == other.usability?.pixelAspect
    }

    private static let profilesWithFormat: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// What newer profiles say of samples.
    private struct Format {
        var chroma: UInt32 = 1
        var bitDepths: [UInt32] = [8, 8]
        var hasSeparatePlanes = false
        var hasTransformBypass = false
        var scalingLists: ScalingLists?

        init() {}

        init(_ reader: inout BitReader) {
            chroma = reader.unsigned()
            if chroma == 3 { hasSeparatePlanes = reader.bit() }
            bitDepths = [8 + min(reader.unsigned(), 6), 8 + min(reader.unsigned(), 6)]
            // qpprime_y_zero_transform_bypass_flag.
            hasTransformBypass = reader.bit()
            if reader.bit() { scalingLists = ScalingLists(&reader, count: chroma == 3 ? 12 : 8) }
        }
    }
}
