package import BitCoding

/// The video usability information of a sequence parameter set: `vui_parameters()` (ITU-T H.264, annex E).
package struct VUIParameters: Equatable, Sendable {
    /// The sample aspect ratio, width and height; nil if it is not specified.
    package var sampleAspectRatio: [UInt32]?
    /// `overscan_appropriate_flag`.
    package var overscanAppropriate: Bool?
    /// `video_signal_type_present_flag` and the fields after it; nil if they are absent.
    package var videoSignalType: VideoSignalType?
    /// `chroma_sample_loc_type_top_field` and `chroma_sample_loc_type_bottom_field`.
    package var chromaSampleLocType: [UInt32]?
    package var timing: Timing?
    /// `nal_hrd_parameters()` and `vcl_hrd_parameters()`.
    package var hrdParameters: [HRDParameters?] = [nil, nil]
    /// `low_delay_hrd_flag`, if there are HRD parameters.
    package var lowDelayHRD = false
    /// `pic_struct_present_flag`.
    package var picStructPresent = false
    /// The bitstream restriction, or nil if it is absent.
    package var bitstreamRestriction: BitstreamRestriction?

    /// The meaning of sample values: `video_signal_type`.
    package struct VideoSignalType: Equatable, Sendable {
        /// `video_format`.
        package var videoFormat: UInt32
        /// `video_full_range_flag`.
        package var videoFullRange: Bool
        /// `colour_primaries`, `transfer_characteristics` and `matrix_coefficients`; nil if they are absent.
        package var colourDescription: [UInt32]?
    }

    /// The clock of the stream.
    package struct Timing: Equatable, Sendable {
        /// `num_units_in_tick`.
        package var numUnitsInTick: UInt32
        /// `time_scale`, in Hz.
        package var timeScale: UInt32
        /// `fixed_frame_rate_flag`.
        package var fixedFrameRate: Bool
    }

    /// The parameters of the hypothetical reference decoder: `hrd_parameters()` (E.1.2).
    package struct HRDParameters: Equatable, Sendable {
        /// The parameters of one coded picture buffer: `bit_rate_value_minus1`, `cpb_size_value_minus1` and `cbr_flag`.
        package struct CodedPictureBuffer: Equatable, Sendable {
            package var bitRateValueMinus1: UInt32
            package var cpbSizeValueMinus1: UInt32
            package var cbr: Bool
        }
        package var bitRateScale: UInt32
        package var cpbSizeScale: UInt32
        /// The coded picture buffers, 1...32.
        package var buffers: [CodedPictureBuffer]
        /// `initial_cpb_removal_delay_length_minus1`, `cpb_removal_delay_length_minus1`,
        /// `dpb_output_delay_length_minus1`, `time_offset_length`.
        package var lengths: [UInt32]
    }

    /// The fields after `bitstream_restriction_flag`.
    package struct BitstreamRestriction: Equatable, Sendable {
        /// `motion_vectors_over_pic_boundaries_flag`.
        package var motionVectorsOverPicBoundaries: Bool
        /// `max_bytes_per_pic_denom`, `max_bits_per_mb_denom`,
        /// `log2_max_mv_length_horizontal`, `log2_max_mv_length_vertical`.
        package var limits: [UInt32]
        /// `max_num_reorder_frames`: the largest number of frames that precede a frame in decoding
        /// order and follow it in output order.
        package var maxNumReorderFrames: UInt32
        /// `max_dec_frame_buffering`.
        package var maxDecFrameBuffering: UInt32
    }

    package init() {}
}

extension VUIParameters {
    /// `Extended_SAR`, followed by the width and the height.
    private static let extendedSAR: UInt32 = 255
    /// The sample aspect ratios of table E-1, from `aspect_ratio_idc` 1 on.
    private static let sampleAspectRatios: [[UInt32]] = [
        [1, 1], [12, 11], [10, 11], [16, 11], [40, 33], [24, 11], [20, 11], [32, 11], [80, 33], [18, 11], [15, 11],
        [64, 33], [160, 99], [4, 3], [3, 2], [2, 1],
    ]

    /// Reads video usability information.
    /// - Returns: Nil if it contains values that the specification does not allow.
    package init?(_ reader: inout BitReader) {
        if reader.bit() { sampleAspectRatio = Self.sampleAspectRatio(&reader) }
        if reader.bit() { overscanAppropriate = reader.bit() }
        if reader.bit() { videoSignalType = VideoSignalType(&reader) }
        if reader.bit() { chromaSampleLocType = [reader.ue(), reader.ue()] }
        if reader.bit() {
            timing = Timing(numUnitsInTick: reader.bits(32), timeScale: reader.bits(32), fixedFrameRate: reader.bit())
        }
        for index in hrdParameters.indices where reader.bit() {
            guard let hrd = HRDParameters(&reader) else { return nil }
            hrdParameters[index] = hrd
        }
        if hrdParameters.contains(where: { $0 != nil }) { lowDelayHRD = reader.bit() }
        picStructPresent = reader.bit()
        if reader.bit() { bitstreamRestriction = BitstreamRestriction(&reader) }
    }

    private static func sampleAspectRatio(_ reader: inout BitReader) -> [UInt32]? {
        let aspectRatioIdc = reader.bits(8)
        if aspectRatioIdc == extendedSAR { return [reader.bits(16), reader.bits(16)] }
        return aspectRatioIdc == 0 || aspectRatioIdc > sampleAspectRatios.count
            ? nil : sampleAspectRatios[Int(aspectRatioIdc) - 1]
    }
}

extension VUIParameters.VideoSignalType {
    fileprivate init(_ reader: inout BitReader) {
        (videoFormat, videoFullRange) = (reader.bits(3), reader.bit())
        colourDescription = reader.bit() ? [reader.bits(8), reader.bits(8), reader.bits(8)] : nil
    }
}

extension VUIParameters.HRDParameters {
    fileprivate init?(_ reader: inout BitReader) {
        let cpbCntMinus1 = reader.ue()
        guard cpbCntMinus1 < 32 else { return nil }
        (bitRateScale, cpbSizeScale) = (reader.bits(4), reader.bits(4))
        buffers = (0...cpbCntMinus1).map { _ in
            CodedPictureBuffer(bitRateValueMinus1: reader.ue(), cpbSizeValueMinus1: reader.ue(), cbr: reader.bit())
        }
        lengths = (0..<4).map { _ in reader.bits(5) }
    }
}

extension VUIParameters.BitstreamRestriction {
    fileprivate init(_ reader: inout BitReader) {
        motionVectorsOverPicBoundaries = reader.bit()
        limits = (0..<4).map { _ in reader.ue() }
        (maxNumReorderFrames, maxDecFrameBuffering) = (reader.ue(), reader.ue())
    }
}
