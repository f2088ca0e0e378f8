package import BitCoding

/// The video usability information of a sequence parameter set (ITU-T H.264, annex E).
package struct VideoUsability: Equatable, Sendable {
    /// The sample aspect ratio, width and height; nil if it is not specified.
    package var pixelAspect: [UInt32]?
    /// `overscan_appropriate_flag`.
    package var isOverscan: Bool?
    package var signal: Signal?
    /// `chroma_sample_loc_type_top_field` and `chroma_sample_loc_type_bottom_field`.
    package var chromaLocation: [UInt32]?
    package var timing: Timing?
    /// `nal_hrd_parameters()` and `vcl_hrd_parameters()`.
    package var buffers: [BufferModel?] = [nil, nil]
    /// `low_delay_hrd_flag`, if there are HRD parameters.
    package var isLowDelay = false
    /// `pic_struct_present_flag`.
    package var hasPictureStructure = false
    package var restriction: Restriction?

    /// The meaning of sample values: `video_signal_type`.
    package struct Signal: Equatable, Sendable {
        /// `video_format`.
        package var format: UInt32
        package var isFullRange: Bool
        /// `colour_primaries`, `transfer_characteristics` and `matrix_coefficients`; nil if they are absent.
        package var colours: [UInt32]?
    }

    /// The clock of the stream.
    package struct Timing: Equatable, Sendable {
        /// `num_units_in_tick`.
        package var unitsInTick: UInt32
        /// `time_scale`, in Hz.
        package var timescale: UInt32
        /// `fixed_frame_rate_flag`.
        package var isFixed: Bool
    }

    /// The parameters of the hypothetical reference decoder: `hrd_parameters()` (E.1.2).
    package struct BufferModel: Equatable, Sendable {
        /// The parameters of one coded picture buffer: `bit_rate_value_minus1`, `cpb_size_value_minus1` and `cbr_flag`.
        package struct Entry: Equatable, Sendable {
            package var bitRate: UInt32
            package var size: UInt32
            package var isConstant: Bool
        }
        package var bitRateScale: UInt32
        package var sizeScale: UInt32
        /// The coded picture buffers, 1...32.
        package var entries: [Entry]
        /// `initial_cpb_removal_delay_length_minus1`, `cpb_removal_delay_length_minus1`,
        /// `dpb_output_delay_length_minus1`, `time_offset_length`.
        package var lengths: [UInt32]
    }

    /// The fields after `bitstream_restriction_flag`.
    package struct Restriction: Equatable, Sendable {
        /// `motion_vectors_over_pic_boundaries_flag`.
        package var motionLeavesPicture: Bool
        /// `max_bytes_per_pic_denom`, `max_bits_per_mb_denom`,
        /// `log2_max_mv_length_horizontal`, `log2_max_mv_length_vertical`.
        package var limits: [UInt32]
        /// `max_num_reorder_frames`: the largest number of frames that precede a frame in decoding
        /// order and follow it in output order.
        package var reorderDepth: UInt32
        /// `max_dec_frame_buffering`.
        package var maxBufferedFrames: UInt32
    }

    package init() {}
}

extension VideoUsability {
    /// `Extended_SAR`, followed by the width and the height.
    private static let extendedAspect: UInt32 = 255
    /// The sample aspect ratios of table E-1, from `aspect_ratio_idc` 1 on.
    private static let aspects: [[UInt32]] = [
        [1, 1], [12, 11], [10, 11], [16, 11], [40, 33], [24, 11], [20, 11], [32, 11], [80, 33], [18, 11], [15, 11],
        [64, 33], [160, 99], [4, 3], [3, 2], [2, 1],
    ]

    /// Reads video usability information.
    /// - Returns: Nil if it contains values that the specification does not allow.
    package init?(_ reader: inout BitReader) {
        if reader.bit() { pixelAspect = Self.aspect(&reader) }
        if reader.bit() { isOverscan = reader.bit() }
        if reader.bit() { signal = Signal(&reader) }
        if reader.bit() { chromaLocation = [reader.unsigned(), reader.unsigned()] }
        if reader.bit() {
            timing = Timing(unitsInTick: reader.bits(32), timescale: reader.bits(32), isFixed: reader.bit())
        }
        for place in buffers.indices where reader.bit() {
            guard let buffer = BufferModel(&reader) else { return nil }
            buffers[place] = buffer
        }
        if buffers.contains(where: { $0 != nil }) { isLowDelay = reader.bit() }
        hasPictureStructure = reader.bit()
        if reader.bit() { restriction = Restriction(&reader) }
    }

    private static func aspect(_ reader: inout BitReader) -> [UInt32]? {
        let place = reader.bits(8)
        if place == extendedAspect { return [reader.bits(16), reader.bits(16)] }
        return place == 0 || place > aspects.count ? nil : aspects[Int(place) - 1]
    }
}

extension VideoUsability.Signal {
    fileprivate init(_ reader: inout BitReader) {
        (format, isFullRange) = (reader.bits(3), reader.bit())
        colours = reader.bit() ? [reader.bits(8), reader.bits(8), reader.bits(8)] : nil
    }
}

extension VideoUsability.BufferModel {
    fileprivate init?(_ reader: inout BitReader) {
        let count = reader.unsigned()
        guard count < 32 else { return nil }
        (bitRateScale, sizeScale) = (reader.bits(4), reader.bits(4))
        entries = (0...count).map { _ in
            Entry(bitRate: reader.unsigned(), size: reader.unsigned(), isConstant: reader.bit())
        }
        lengths = (0..<4).map { _ in reader.bits(5) }
    }
}

extension VideoUsability.Restriction {
    fileprivate init(_ reader: inout BitReader) {
        motionLeavesPicture = reader.bit()
        limits = (0..<4).map { _ in reader.unsigned() }
        (reorderDepth, maxBufferedFrames) = (reader.unsigned(), reader.unsigned())
    }
}
