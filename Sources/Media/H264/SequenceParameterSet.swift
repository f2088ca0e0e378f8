import BitCoding

/// The contents of a sequence parameter set (ITU-T H.264, 7.3.2.1.1).
package struct SequenceParameterSet: Equatable, Sendable {
    /// `level_idc`: ten times the level.
    package let levelIdc: UInt8
    /// `seq_parameter_set_id`.
    package let id: UInt32
    /// `chroma_format_idc`: 1 is 4:2:0.
    package private(set) var chromaFormatIdc: UInt32 = 1
    /// `BitDepthY` and `BitDepthC`: the bits per sample, of luma and of chroma.
    package private(set) var bitDepths: [UInt32] = [8, 8]
    /// `separate_colour_plane_flag`.
    package private(set) var separateColourPlane = false
    /// `qpprime_y_zero_transform_bypass_flag`: true if residuals at a quantizer of 0 are lossless, without a transform.
    private(set) var qpprimeYZeroTransformBypass = false
    private(set) var scalingLists: ScalingLists?
    /// `log2_max_frame_num_minus4` + 4: the number of bits of `frame_num`.
    package let log2MaxFrameNum: Int
    package let picOrderCntType: PictureOrderCountType
    /// `max_num_ref_frames`.
    package let maxNumRefFrames: UInt32
    /// `PicWidthInMbs`: the width of a coded frame, in macroblocks.
    package let picWidthInMbs: Int
    /// `FrameHeightInMbs`: the height of a coded frame, in macroblocks.
    package let frameHeightInMbs: Int
    /// `frame_mbs_only_flag`: true if there are only frames and no fields.
    package let frameMbsOnly: Bool
    /// `mb_adaptive_frame_field_flag`: true if macroblocks of a frame may be coded as fields.
    package let mbAdaptiveFrameField: Bool
    /// The frame cropping offsets in units of chroma samples: left, right, top and bottom.
    let frameCropOffsets: [UInt32]
    /// The video usability information, or nil if it is missing or incomplete.
    package let vui: VUIParameters?

    /// Reads a sequence parameter set.
    /// - Returns: Nil if the unit is not a sequence parameter set, or if it is incomplete or has invalid values.
    package init?(_ unit: NALUnit) {
        guard unit.kind == .sps else { return nil }
        var reader = BitReader(unit.rbsp)
        let profile = reader.bits(8)
        reader.skip(8)
        levelIdc = UInt8(reader.bits(8))
        id = reader.ue()
        var format = Format()
        if Self.profilesWithFormat.contains(profile) { format = Format(&reader) }
        (chromaFormatIdc, bitDepths) = (format.chroma, format.bitDepths)
        (separateColourPlane, scalingLists) = (format.separateColourPlane, format.scalingLists)
        qpprimeYZeroTransformBypass = format.qpprimeYZeroTransformBypass
        let log2MaxFrameNumMinus4 = reader.ue()
        guard let picOrderCntType = PictureOrderCountType(&reader) else { return nil }
        (log2MaxFrameNum, self.picOrderCntType) = (Int(log2MaxFrameNumMinus4) + 4, picOrderCntType)
        maxNumRefFrames = reader.ue()
        // `gaps_in_frame_num_value_allowed_flag`.
        reader.skip(1)
        picWidthInMbs = Int(reader.ue()) + 1
        let picHeightInMapUnits = Int(reader.ue()) + 1
        frameMbsOnly = reader.bit()
        frameHeightInMbs = picHeightInMapUnits * (frameMbsOnly ? 1 : 2)
        mbAdaptiveFrameField = frameMbsOnly ? false : reader.bit()
        // `direct_8x8_inference_flag`.
        reader.skip(1)
        frameCropOffsets = reader.bit() ? (0..<4).map { _ in reader.ue() } : [0, 0, 0, 0]
        guard !reader.isExhausted, id < 32, log2MaxFrameNumMinus4 <= 12, picWidthInMbs <= Self.maxSize,
            frameHeightInMbs <= Self.maxSize
        else {
            return nil
        }
        // Some encoders cut this information off. Decoders do not need it.
        let vui = reader.bit() ? VUIParameters(&reader) : nil
        self.vui = reader.isExhausted ? nil : vui
        guard chromaFormatIdc != 1 || shown.width > 0 && shown.height > 0 else { return nil }
    }

    /// The largest width or height in macroblocks: 16,384 pixels.
    private static let maxSize = 1024

    /// The visible rectangle of a coded 4:2:0 frame, in pixels.
    package var shown: (x: Int, y: Int, width: Int, height: Int) {
        let units = frameCropOffsets.map { Int($0) * 2 }
        let rows = frameMbsOnly ? 1 : 2
        return (
            units[0], units[2] * rows, codedWidth - units[0] - units[1], codedHeight - (units[2] + units[3]) * rows
        )
    }

    /// The width of a coded frame, in pixels.
    package var codedWidth: Int { picWidthInMbs * 16 }
    /// The height of a coded frame, in pixels.
    package var codedHeight: Int { frameHeightInMbs * 16 }

    /// Returns true if frames with either parameter set look alike: the same size, cropping,
    /// sample format, colours and pixel aspect.
    package func showsFrames(like other: SequenceParameterSet) -> Bool {
        (picWidthInMbs, frameHeightInMbs, frameCropOffsets, mbAdaptiveFrameField, chromaFormatIdc) == (
            other.picWidthInMbs, other.frameHeightInMbs, other.frameCropOffsets, other.mbAdaptiveFrameField,
            other.chromaFormatIdc
        )
            && bitDepths == other.bitDepths && vui?.videoSignalType == other.vui?.videoSignalType
            && vui?.sampleAspectRatio == other.vui?.sampleAspectRatio
    }

    private static let profilesWithFormat: Set<UInt32> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    /// The sample format, which only newer profiles code.
    private struct Format {
        var chroma: UInt32 = 1
        var bitDepths: [UInt32] = [8, 8]
        var separateColourPlane = false
        var qpprimeYZeroTransformBypass = false
        var scalingLists: ScalingLists?

        init() {}

        init(_ reader: inout BitReader) {
            chroma = reader.ue()
            if chroma == 3 { separateColourPlane = reader.bit() }
            bitDepths = [8 + min(reader.ue(), 6), 8 + min(reader.ue(), 6)]
            // `qpprime_y_zero_transform_bypass_flag`.
            qpprimeYZeroTransformBypass = reader.bit()
            if reader.bit() { scalingLists = ScalingLists(&reader, count: chroma == 3 ? 12 : 8) }
        }
    }
}
