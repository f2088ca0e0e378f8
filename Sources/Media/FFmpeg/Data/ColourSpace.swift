internal import CFFmpeg

/// The colour space of frames: matrix, primaries and transfer, with FFmpeg's numbers (ITU-T H.273).
package struct ColourSpace: Hashable, Sendable {
    private let matrixNumber, primariesNumber, transferNumber: UInt32

    private init(_ matrix: AVColorSpace, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic) {
        (matrixNumber, primariesNumber, transferNumber) = (matrix.rawValue, primaries.rawValue, transfer.rawValue)
    }

    /// BT.709: high-definition video and screen recordings.
    package static let bt709 = ColourSpace(AVCOL_SPC_BT709, primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_BT709)
    /// SMPTE 170M: standard definition and cameras.
    package static let bt601 = ColourSpace(
        AVCOL_SPC_SMPTE170M, primaries: AVCOL_PRI_SMPTE170M, transfer: AVCOL_TRC_SMPTE170M)
    private static let bt601Of625Lines = ColourSpace(
        AVCOL_SPC_BT470BG, primaries: AVCOL_PRI_BT470BG, transfer: AVCOL_TRC_SMPTE170M)
    private static let bt2020 = ColourSpace(
        AVCOL_SPC_BT2020_NCL, primaries: AVCOL_PRI_BT2020, transfer: AVCOL_TRC_BT2020_10)
    private static let rgb = ColourSpace(AVCOL_SPC_RGB, primaries: AVCOL_PRI_BT709, transfer: AVCOL_TRC_BT709)

    var matrix: AVColorSpace { AVColorSpace(matrixNumber) }
    var primaries: AVColorPrimaries { AVColorPrimaries(primariesNumber) }
    var transfer: AVColorTransferCharacteristic { AVColorTransferCharacteristic(transferNumber) }
}

extension ColourSpace {
    /// Creates the colour space of a frame.
    package init(_ frame: Frame) {
        let values = frame.pointer.pointee
        self.init(
            values.colorspace, primaries: values.color_primaries, transfer: values.color_trc, format: values.format,
            lines: Int(values.height))
    }

    /// Creates the colour space of a stream's frames.
    package init(_ parameters: CodecParameters) {
        let values = parameters.pointer.pointee
        self.init(
            values.color_space, primaries: values.color_primaries, transfer: values.color_trc, format: values.format,
            lines: Int(values.height))
    }

    /// Creates a colour space. Unspecified values are filled in as players do: BT.709 from 720 lines up, BT.601 below.
    private init(
        _ matrix: AVColorSpace, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic,
        format: Int32, lines: Int
    ) {
        let usual = Self.usual(matrix, primaries: primaries, transfer: transfer, format: format, lines: lines)
        self.init(
            Self.isTold(matrix.rawValue) ? matrix : usual.matrix,
            primaries: Self.isTold(primaries.rawValue) ? primaries : usual.primaries,
            transfer: Self.isTold(transfer.rawValue) ? transfer : usual.transfer)
    }

    /// Returns true if a number is specified. 2 means unspecified and 3 is reserved. 0 means RGB for a matrix and is
    /// reserved otherwise.
    private static func isTold(_ number: UInt32) -> Bool { ![0, 2, 3].contains(number) }

    /// The minimum number of lines of high-definition video.
    private static let highDefinition = 720

    private static func usual(
        _ matrix: AVColorSpace, primaries: AVColorPrimaries, transfer: AVColorTransferCharacteristic,
        format: Int32, lines: Int
    ) -> ColourSpace {
        if isRGB(format) { return .rgb }
        switch matrix {
        case AVCOL_SPC_BT709: return .bt709
        case AVCOL_SPC_SMPTE170M: return .bt601
        case AVCOL_SPC_BT470BG: return .bt601Of625Lines
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: return .bt2020
        default: break
        }
        if primaries == AVCOL_PRI_BT2020 || isHDR(transfer) { return .bt2020 }
        return lines >= highDefinition ? .bt709 : .bt601
    }

    private static func isRGB(_ format: Int32) -> Bool {
        guard let description = av_pix_fmt_desc_get(AVPixelFormat(format)) else { return false }
        return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
    }

    private static func isHDR(_ transfer: AVColorTransferCharacteristic) -> Bool {
        [AVCOL_TRC_SMPTE2084, AVCOL_TRC_ARIB_STD_B67].contains(transfer)
    }
}

extension ColourSpace {
    /// True for high dynamic range (PQ or HLG), which must be tone-mapped for ordinary displays.
    package var isHDR: Bool { Self.isHDR(transfer) }

    /// True if the primaries are wider than those of ordinary displays (BT.2020).
    package var isWide: Bool { primaries == AVCOL_PRI_BT2020 }

    /// The colour space of these frames in an output for ordinary displays. If players support their own, it is kept,
    /// so that nothing is converted. Otherwise it is BT.709.
    package var shareable: ColourSpace {
        let common = [AVCOL_SPC_BT709, AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG].contains(matrix)
        return common && !isHDR && !isWide ? self : .bt709
    }

    /// Returns true if both convert between YCbCr and RGB with the same matrix.
    package func hasSameMatrix(as other: ColourSpace) -> Bool { matrixFamily == other.matrixFamily }

    /// The matrix number, with SMPTE 170M for BT.470BG, because both name the same matrix.
    private var matrixFamily: UInt32 {
        matrix == AVCOL_SPC_BT470BG ? AVCOL_SPC_SMPTE170M.rawValue : matrixNumber
    }

    /// The numbers of matrix, primaries and transfer (ITU-T H.273).
    package var numbers: (matrix: UInt32, primaries: UInt32, transfer: UInt32) {
        (matrixNumber, primariesNumber, transferNumber)
    }

    /// The matrix's name in swscale. Nil if swscale does not know the matrix, and for RGB, which has none.
    package var scalerMatrixName: String? {
        switch matrix {
        case AVCOL_SPC_BT709: "bt709"
        case AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG: "bt601"
        case AVCOL_SPC_FCC: "fcc"
        case AVCOL_SPC_SMPTE240M: "smpte240m"
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: "bt2020"
        default: nil
        }
    }
}
