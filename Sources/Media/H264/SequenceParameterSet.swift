import BitCoding

/// The contents of a sequence parameter set (ITU-T H.264, 7.3.2.1.1).
package struct SequenceParameterSet: Equatable, Sendable {
    /// `level_idc`: ten times the level.
    package let level: UInt8
    package let id: UInt32
    /// `chroma_format_idc`: 1 is 4:2:0.
    package private(set) var chromaFormat: UInt32 = 1
    /// The bits per sample, of luma and of chroma.
    package private(set) var bitDepths: [UInt32] = [8, 8]
    package private(set) var hasSeparatePlanes = false
    /// `qpprime_y_zero_transform_bypass_flag`: true if residuals at a quantizer of 0 are lossless, without a transform.
    private(set) var hasTransformBypass = false
    private(set) var scalingLists: ScalingLists?
    /// The number of bits of `frame_num`.
    package let frameNumberBits: Int
    package let order: PictureOrder
    /// `max_num_ref_frames`.
    package let maxReferences: UInt32
    /// The size of a coded frame, in macroblocks.
    package let width: Int
    package let height: Int
    /// `frame_mbs_only_flag`: true if there are only frames and no fields.
    package let isProgressive: Bool
    /// `mb_adaptive_frame_field_flag`: true if macroblocks of a frame may be coded as fields.
    package let isFieldAdaptive: Bool
    /// The frame cropping offsets in units of chroma samples: left, right, top and bottom.
    let crop: [UInt32]
    /// The video usability information, or nil if it is missing or incomplete.
    package let usability: VideoUsability?

    /// Reads a sequence parameter set.
    /// - Returns: Nil if the unit is not a sequence parameter set, or if it is incomplete or has invalid values.
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
        // `gaps_in_frame_num_value_allowed_flag`.
        reader.skip(1)
        width = Int(reader.unsigned()) + 1
        let heightInMapUnits = Int(reader.unsigned()) + 1
        isProgressive = reader.bit()
        height = heightInMapUnits * (isProgressive ? 1 : 2)
        isFieldAdaptive = isProgressive ? false : reader.bit()
        // `direct_8x8_inference_flag`.
        reader.skip(1)
        crop = reader.bit() ? (0..<4).map { _ in reader.unsigned() } : [0, 0, 0, 0]
        guard !reader.isExhausted, id < 32, extraBits <= 12, width <= Self.maxSize, height <= Self.maxSize else {
            return nil
        }
        // Some encoders cut this information off. Decoders do not need it.
        let usability = reader.bit() ? VideoUsability(&reader) : nil
        self.usability = reader.isExhausted ? nil : usability
        guard chromaFormat != 1 || shown.width > 0 && shown.height > 0 else { return nil }
    }

    /// The largest width or height in macroblocks: 16,384 pixels.
    private static let maxSize = 1024

    /// The visible rectangle of a coded 4:2:0 frame, in pixels.
    package var shown: (x: Int, y: Int, width: Int, height: Int) {
        let units = crop.map { Int($0) * 2 }
        let rows = isProgressive ? 1 : 2
        return (
            units[0], units[2] * rows, codedWidth - units[0] - units[1], codedHeight - (units[2] + units[3]) * rows
        )
    }

    /// The width of a coded frame, in pixels.
    package var codedWidth: Int { width * 16 }
    /// The height of a coded frame, in pixels.
    package var codedHeight: Int { height * 16 }

    /// Returns true if frames with either parameter set look alike: the same size, cropping,
    /// sample format, colours and pixel aspect.
    package func showsFrames(like other: SequenceParameterSet) -> Bool {
        (width, height, crop, isFieldAdaptive, chromaFormat) == (
            other.width, other.height, other.crop, other.isFieldAdaptive, other.chromaFormat
        )
            && bitDepths == other.bitDepths && usability?.signal == other.usability?.signal
            && usability?.pixelAspect == other.usability?.pixelAspect
    }

    private static let profilesWithFormat: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// The sample format, which only newer profiles code.
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
            // `qpprime_y_zero_transform_bypass_flag`.
            hasTransformBypass = reader.bit()
            if reader.bit() { scalingLists = ScalingLists(&reader, count: chroma == 3 ? 12 : 8) }
        }
    }
}
