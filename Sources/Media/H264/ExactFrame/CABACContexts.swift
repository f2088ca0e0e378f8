/// The initial contexts of an I slice with `SliceQPY` 0 (ITU-T H.264, 9.3.1.1). Only n of the tables 9-12 to 9-33 is
/// needed, because m is multiplied by the quantizer.
enum CABACContexts {
    static let count = 402

    /// The values of n, by the first `ctxIdx` of each group.
    private static let values: [(first: Int, values: [Int])] = [
        (3, mbType), (60, mbQPDelta), (64, intraChromaPredMode),
        (68, prevIntra4x4PredModeFlag), (69, remIntra4x4PredMode), (70, mbFieldDecodingFlag), (73, codedBlockPattern),
        (85, codedBlockFlag), (105, significantCoeffFlag), (166, lastSignificantCoeffFlag),
        (227, coeffAbsLevelMinus1), (399, transformSize8x8Flag),
    ]

    /// The initial states: 2 * `pStateIdx` + `valMPS`.
    static let states: [UInt8] = {
        var states = [UInt8](repeating: 0, count: count)
        for (first, values) in values {
            for (ctxIdx, value) in zip(first..., values) {
                let preCtxState = min(max(value, 1), 126)
                states[ctxIdx] = UInt8(preCtxState > 63 ? 2 * (preCtxState - 64) + 1 : 2 * (63 - preCtxState))
            }
        }
        return states
    }()

    /// `mb_type`.
    private static let mbType = [-15, 54, 74, 127, 104, 53, 54, 51]
    /// `mb_qp_delta`.
    private static let mbQPDelta = [41, 63, 63, 63]
    /// `intra_chroma_pred_mode`.
    private static let intraChromaPredMode = [83, 86, 97, 72]
    /// `prev_intra4x4_pred_mode_flag`.
    private static let prevIntra4x4PredModeFlag = [41]
    /// `rem_intra4x4_pred_mode`.
    private static let remIntra4x4PredMode = [62]
    /// `mb_field_decoding_flag`.
    private static let mbFieldDecodingFlag = [11, 55, 69]
    /// `coded_block_pattern`: four contexts for luma, eight for chroma.
    private static let codedBlockPattern = [127, 102, 82, 74, 107, 127, 127, 127, 95, 127, 114, 127]
    /// `coded_block_flag`.
    private static let codedBlockFlag = [
        123, 115, 122, 115, 63, 68, 84, 104, 70, 93, 90, 127, 74, 97, 91, 127, 56, 82, 76, 125,
    ]
    /// `significant_coeff_flag`, for frames.
    private static let significantCoeffFlag = [
        93, 87, 77, 71, 63, 68, 84, 62, 65, 61, 56, 66, 64, 61, 78, 50, 52, 35, 44, 38, 45, 46, 44, 17, 51, 50, 19, 33,
        62, 108, 100, 101, 91, 94, 88, 84, 86, 83, 87, 94, 70, 72, 74, 59, 102, 100, 95, 75, 72, 75, 71, 46, 69, 62, 65,
        37, 72, 57, 54, 62, 72,
    ]
    /// `last_significant_coeff_flag`, for frames.
    private static let lastSignificantCoeffFlag = [
        0, 9, 25, 18, 9, 19, 37, 18, 29, 33, 30, 45, 58, 62, 61, 38, 45, 39, 42, 44, 45, 41, 49, 34, 42, 55, 51, 46, 89,
        -19, -17, -17, -25, -20, -23, -27, -23, -28, -17, -11, -15, -6, 1, 17, -6, 3, 22, -16, -4, -8, -3, 3, 5, 0, 16,
        22, 48, 37, 60, 68, 97,
    ]
    /// `coeff_abs_level_minus1`.
    private static let coeffAbsLevelMinus1 = [
        71, 42, 50, 54, 62, 58, 63, 72, 74, 91, 67, 27, 39, 44, 46, 64, 68, 78, 77, 86, 92, 55, 60, 62, 65, 73, 76, 80,
        88, 110, 97, 84, 79, 73, 74, 86, 96, 97, 117, 78, 33, 48, 53, 62, 71, 79, 86, 90, 97,
    ]
    /// `transform_size_8x8_flag`.
    private static let transformSize8x8Flag = [21, 31, 50]
}
