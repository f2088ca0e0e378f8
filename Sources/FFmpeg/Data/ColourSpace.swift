internal import CFFmpeg

/// What the values of a YUV picture mean.
package enum ColourSpace: Sendable {
    /// That of high definition, and of what Replay makes of a screen.
    case bt709
    /// That of standard definition, and of cameras: SMPTE 170M.
    case bt601

    var matrix: AVColorSpace { self == .bt709 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M }
    var primaries: AVColorPrimaries { self == .bt709 ? AVCOL_PRI_BT709 : AVCOL_PRI_SMPTE170M }
    var transfer: AVColorTransferCharacteristic { self == .bt709 ? AVCOL_TRC_BT709 : AVCOL_TRC_SMPTE170M }
}
