/// The initial contexts of an I slice with `SliceQPY` 0 (ITU-T H.264, 9.3.1.1). Only n of the tables 9-12 to 9-33 is
/// needed, because m is multiplied by the quantizer.
enum ArithmeticContexts {
    static let count = 402

    /// The values of n, by the first `ctxIdx` of each group.
    private static let values: [(first: Int, values: [Int])] = [
        (3, types), (60, headers), (85, coded), (105, significant), (166, last), (227, sizes), (399, transforms),
    ]

    /// The initial states: 2 * `pStateIdx` + `valMPS`.
    static let states: [UInt8] = {
        var states = [UInt8](repeating: 0, count: count)
        for (first, values) in values {
            for (number, value) in zip(first..., values) {
                let state = min(max(value, 1), 126)
                states[number] = UInt8(state > 63 ? 2 * (state - 64) + 1 : 2 * (63 - state))
            }
        }
        return states
    }()

    /// `mb_type`.
    private static let types = [-15, 54, 74, 127, 104, 53, 54, 51]
    /// `mb_qp_delta`, `intra_chroma_pred_mode`, the flags and values of block modes,
    /// and from 73 on `coded_block_pattern`.
    private static let headers = [
        41, 63, 63, 63, 83, 86, 97, 72, 41, 62, 11, 55, 69, 127, 102, 82, 74, 107, 127, 127, 127, 95, 127, 114, 127,
    ]
    /// `coded_block_flag`.
    private static let coded = [
        123, 115, 122, 115, 63, 68, 84, 104, 70, 93, 90, 127, 74, 97, 91, 127, 56, 82, 76, 125,
    ]
    /// `significant_coeff_flag`, for frames.
    private static let significant = [
        93, 87, 77, 71, 63, 68, 84, 62, 65, 61, 56, 66, 64, 61, 78, 50, 52, 35, 44, 38, 45, 46, 44, 17, 51, 50, 19, 33,
        62, 108, 100, 101, 91, 94, 88, 84, 86, 83, 87, 94, 70, 72, 74, 59, 102, 100, 95, 75, 72, 75, 71, 46, 69, 62, 65,
        37, 72, 57, 54, 62, 72,
    ]
    /// `last_significant_coeff_flag`, for frames.
    private static let last = [
        0, 9, 25, 18, 9, 19, 37, 18, 29, 33, 30, 45, 58, 62, 61, 38, 45, 39, 42, 44, 45, 41, 49, 34, 42, 55, 51, 46, 89,
        -19, -17, -17, -25, -20, -23, -27, -23, -28, -17, -11, -15, -6, 1, 17, -6, 3, 22, -16, -4, -8, -3, 3, 5, 0, 16,
        22, 48, 37, 60, 68, 97,
    ]
    /// `coeff_abs_level_minus1`.
    private static let sizes = [
        71, 42, 50, 54, 62, 58, 63, 72, 74, 91, 67, 27, 39, 44, 46, 64, 68, 78, 77, 86, 92, 55, 60, 62, 65, 73, 76, 80,
        88, 110, 97, 84, 79, 73, 74, 86, 96, 97, 117, 78, 33, 48, 53, 62, 71, 79, 86, 90, 97,
    ]
    /// `transform_size_8x8_flag`.
    private static let transforms = [21, 31, 50]
}
