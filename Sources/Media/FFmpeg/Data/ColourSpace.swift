internal import CFFmpeg

/// The meaning of the values of frames: matrix, primaries and transfer, by FFmpeg's numbers (ITU-T H.273).
package struct ColourSpace: Hashable, Sendable {
    private let matrixNumber, primariesNumber, transferNumber: UInt32

    private init(_ matrix: AVColorSpace, _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic) {
        (matrixNumber, primariesNumber, transferNumber) = (matrix.rawValue, primaries.rawValue, transfer.rawValue)
    }

    /// BT.709 with limited range: high-definition video and screen recordings.
    package static let bt709 = ColourSpace(AVCOL_SPC_BT709, AVCOL_PRI_BT709, AVCOL_TRC_BT709)
    /// SMPTE 170M: standard definition and cameras.
    package static let bt601 = ColourSpace(AVCOL_SPC_SMPTE170M, AVCOL_PRI_SMPTE170M, AVCOL_TRC_SMPTE170M)
    private static let bt601Of625Lines = ColourSpace(AVCOL_SPC_BT470BG, AVCOL_PRI_BT470BG, AVCOL_TRC_SMPTE170M)
    private static let bt2020 = ColourSpace(AVCOL_SPC_BT2020_NCL, AVCOL_PRI_BT2020, AVCOL_TRC_BT2020_10)
    private static let rgb = ColourSpace(AVCOL_SPC_RGB, AVCOL_PRI_BT709, AVCOL_TRC_BT709)

    var matrix: AVColorSpace { AVColorSpace(matrixNumber) }
    var primaries: AVColorPrimaries { AVColorPrimaries(primariesNumber) }
    var transfer: AVColorTransferCharacteristic { AVColorTransferCharacteristic(transferNumber) }
}

extension ColourSpace {
    /// That of a frame.
    package init(_ frame: Frame) {
        let values = frame.pointer.pointee
        self.init(
            values.colorspace, values.color_primaries, values.color_trc, format: values.format,
            lines: Int(values.height))
    }

    /// That of a stream's frames.
    package init(_ parameters: CodecParameters) {
        let values = parameters.pointer.pointee
        self.init(
            values.color_space, values.color_primaries, values.color_trc, format: values.format,
            lines: Int(values.height))
    }

    /// What is not told is filled in as players do: BT.709 from 720 lines up, BT.601 below.
    private init(
        _ matrix: AVColorSpace, _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic,
        format: Int32, lines: Int
    ) {
        let usual = Self.usual(matrix, primaries, transfer, format: format, lines: lines)
        self.init(
            Self.isTold(matrix.rawValue) ? matrix : usual.matrix,
            Self.isTold(primaries.rawValue) ? primaries : usual.primaries,
            Self.isTold(transfer.rawValue) ? transfer : usual.transfer)
    }

    /// 2 says that nobody knows, and 3 is reserved; 0 is RGB as a matrix, and reserved elsewhere.
    private static func isTold(_ number: UInt32) -> Bool { ![0, 2, 3].contains(number) }

    /// The lines from which on a movie is high definition.
    private static let highDefinition = 720

    private static func usual(
        _ matrix: AVColorSpace, _ primaries: AVColorPrimaries, _ transfer: AVColorTransferCharacteristic,
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
    /// Whether it is that of high dynamic range (PQ or HLG), which must be tone-mapped for ordinary displays.
    package var isHDR: Bool { Self.isHDR(transfer) }

    /// Whether its primaries are wider than those of ordinary displays.
    package var isWide: Bool { primaries == AVCOL_PRI_BT2020 }

    /// What such frames have in an output for ordinary displays: their own, where players take it, so that nothing is
    /// converted; else BT.709.
    package var shareable: ColourSpace {
        let common = [AVCOL_SPC_BT709, AVCOL_SPC_SMPTE170M, AVCOL_SPC_BT470BG].contains(matrix)
        return common && !isHDR && !isWide ? self : .bt709
    }

    /// Whether both turn values into red, green and blue alike.
    package func hasSameMatrix(as other: ColourSpace) -> Bool { matrixFamily == other.matrixFamily }

    /// SMPTE 170M and BT.470BG are one matrix of two names.
    private var matrixFamily: UInt32 {
        matrix == AVCOL_SPC_BT470BG ? AVCOL_SPC_SMPTE170M.rawValue : matrixNumber
    }

    /// The numbers of matrix, primaries and transfer (ITU-T H.273).
    package var numbers: (matrix: UInt32, primaries: UInt32, transfer: UInt32) {
        (matrixNumber, primariesNumber, transferNumber)
    }

    /// What swscale calls the matrix; nil: it does not know it, or it is RGB, which has none.
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
