/// CABAC, as an encoder has it (ITU-T H.264, 9.3.4): binary decisions to bits, by the states of their contexts.
struct ArithmeticEncoder {
    /// How likely a decision is, and which of the two is the more likely one.
    struct Context {
        fileprivate var state: Int
        fileprivate var mostProbable: Bool

        /// 9.3.1.1.
        /// - Parameters:
        ///   - m: of the tables 9-12 to 9-33, as `n`.
        ///   - quantizer: the slice's, 0...51.
        init(_ m: Int, _ n: Int, quantizer: Int) {
            let state = min(max((m * quantizer) >> 4 + n, 1), 126)
            mostProbable = state > 63
            self.state = mostProbable ? state - 64 : 63 - state
        }
    }

    private var low = 0
    private var range = 510
    private var isFirst = true
    private var outstanding = 0

    /// Encodes a decision.
    mutating func encode(_ bin: Bool, _ context: inout Context, to writer: inout BitWriter) {
        let lps = Self.rangeLPS[context.state * 4 + (range >> 6 & 3)]
        range -= lps
        if bin != context.mostProbable {
            low += range
            range = lps
            if context.state == 0 { context.mostProbable.toggle() }
            context.state = Self.nextLPS[context.state]
        } else {
            context.state = min(context.state + 1, 62)
        }
        renormalize(&writer)
    }

    /// Encodes whether something ends: the slice, or what is coded so before samples that are not.
    mutating func encode(end: Bool, to writer: inout BitWriter) {
        range -= 2
        guard end else { return renormalize(&writer) }
        low += range
        range = 2
        renormalize(&writer)
        put(low >> 9 & 1 == 1, &writer)
        // The last bit is the payload's stop bit, where the slice ends.
        writer.bits(UInt32(low >> 7 & 3 | 1), count: 2)
        self = ArithmeticEncoder()
    }

    private mutating func renormalize(_ writer: inout BitWriter) {
        while range < 256 {
            if low < 256 {
                put(false, &writer)
            } else if low >= 512 {
                low -= 512
                put(true, &writer)
            } else {
                low -= 256
                outstanding += 1
            }
            range <<= 1
            low <<= 1
        }
    }

    private mutating func put(_ bit: Bool, _ writer: inout BitWriter) {
        if isFirst { isFirst = false } else { writer.bit(bit) }
        while outstanding > 0 {
            writer.bit(!bit)
            outstanding -= 1
        }
    }

    /// Table 9-44: for each state, by the upper bits of the range.
    private static let rangeLPS = [
        128, 176, 208, 240, 128, 167, 197, 227, 128, 158, 187, 216, 123, 150, 178, 205, 116, 142, 169, 195,
        111, 135, 160, 185, 105, 128, 152, 175, 100, 122, 144, 166, 95, 116, 137, 158, 90, 110, 130, 150,
        85, 104, 123, 142, 81, 99, 117, 135, 77, 94, 111, 128, 73, 89, 105, 122, 69, 85, 100, 116,
        66, 80, 95, 110, 62, 76, 90, 104, 59, 72, 86, 99, 56, 69, 81, 94, 53, 65, 77, 89,
        51, 62, 73, 85, 48, 59, 69, 80, 46, 56, 66, 76, 43, 53, 63, 72, 41, 50, 59, 69,
        39, 48, 56, 65, 37, 45, 54, 62, 35, 43, 51, 59, 33, 41, 48, 56, 32, 39, 46, 53,
        30, 37, 43, 50, 29, 35, 41, 48, 27, 33, 39, 45, 26, 31, 37, 43, 24, 30, 35, 41,
        23, 28, 33, 39, 22, 27, 32, 37, 21, 26, 30, 35, 20, 24, 29, 33, 19, 23, 27, 31,
        18, 22, 26, 30, 17, 21, 25, 28, 16, 20, 23, 27, 15, 19, 22, 25, 14, 18, 21, 24,
        14, 17, 20, 23, 13, 16, 19, 22, 12, 15, 18, 21, 12, 14, 17, 20, 11, 14, 16, 19,
        11, 13, 15, 18, 10, 12, 15, 17, 10, 12, 14, 16, 9, 11, 13, 15, 9, 11, 12, 14,
        8, 10, 12, 14, 8, 9, 11, 13, 7, 9, 11, 12, 7, 9, 10, 12, 7, 8, 10, 11,
        6, 8, 9, 11, 6, 7, 9, 10, 6, 7, 8, 9, 2, 2, 2, 2,
    ]

    /// Table 9-45: the state behind a decision that was the less likely one.
    private static let nextLPS = [
        0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12, 13, 13, 15, 15, 16, 16, 18, 18,
        19, 19, 21, 21, 22, 22, 23, 24, 24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33,
        33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
    ]
}
