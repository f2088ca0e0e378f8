/// A CABAC decoder that follows the flowcharts of the specification step by step (ITU-T H.264, 9.3.1.2 and 9.3.3.2). It
/// shares neither code nor tables with the encoder.
struct CABACDecoder {
    /// A context variable.
    struct Context {
        var pStateIdx: Int
        var valMPS: Int
    }

    /// A combination of table 9-44 and 9-45 that decoding used.
    struct Transition: Hashable {
        let pStateIdx: Int
        let qCodIRangeIdx: Int
        let isMPS: Bool
    }

    var contexts: [Context]
    /// The combinations of the tables that were used so far.
    private(set) var transitions: Set<Transition> = []
    /// The number of bits that were read.
    private(set) var position = 0
    private let bytes: [UInt8]
    private var codIRange = 0
    private var codIOffset = 0

    init(_ bytes: [UInt8], contexts: [Context]) {
        (self.bytes, self.contexts) = (bytes, contexts)
        initialize()
    }

    /// Initializes the decoding engine (9.3.1.2).
    private mutating func initialize() {
        codIRange = 510
        codIOffset = 0
        for _ in 0..<9 { codIOffset = codIOffset << 1 | readBit() }
    }

    private mutating func readBit() -> Int {
        defer { position += 1 }
        guard position < bytes.count * 8 else { return 0 }
        return Int(bytes[position / 8]) >> (7 - position % 8) & 1
    }

    /// Decodes a bin: `DecodeDecision` (9.3.3.2.1).
    mutating func decodeDecision(_ ctxIdx: Int) -> Int {
        var context = contexts[ctxIdx]
        let qCodIRangeIdx = codIRange >> 6 & 3
        let codIRangeLPS = Self.rangeTabLPS[context.pStateIdx][qCodIRangeIdx]
        codIRange -= codIRangeLPS
        let isMPS = codIOffset < codIRange
        transitions.insert(
            Transition(pStateIdx: context.pStateIdx, qCodIRangeIdx: qCodIRangeIdx, isMPS: isMPS))
        let binVal: Int
        if isMPS {
            binVal = context.valMPS
            context.pStateIdx = min(context.pStateIdx + 1, 62)
        } else {
            binVal = 1 - context.valMPS
            codIOffset -= codIRange
            codIRange = codIRangeLPS
            if context.pStateIdx == 0 { context.valMPS = 1 - context.valMPS }
            context.pStateIdx = Self.transIdxLPS[context.pStateIdx]
        }
        contexts[ctxIdx] = context
        renormalize()
        return binVal
    }

    /// `RenormD` (9.3.3.2.2).
    private mutating func renormalize() {
        while codIRange < 256 {
            codIRange <<= 1
            codIOffset = codIOffset << 1 | readBit()
        }
    }

    /// Decodes a bin in bypass mode: `DecodeBypass` (9.3.3.2.3).
    mutating func decodeBypass() -> Int {
        codIOffset = codIOffset << 1 | readBit()
        guard codIOffset >= codIRange else { return 0 }
        codIOffset -= codIRange
        return 1
    }

    /// Decodes a bin before termination: `DecodeTerminate` (9.3.3.2.4).
    mutating func decodeTerminate() -> Int {
        codIRange -= 2
        guard codIOffset < codIRange else { return 1 }
        renormalize()
        return 0
    }

    /// Reads the samples of an `I_PCM` macroblock after `pcm_alignment_zero_bit`, and initializes the engine again.
    /// - Returns: The samples, and true if all alignment bits are zero.
    mutating func readPCM(_ count: Int) -> (samples: [UInt8], isAligned: Bool) {
        var isAligned = true
        while position % 8 != 0 {
            if readBit() != 0 { isAligned = false }
        }
        let samples = Array(bytes[position / 8..<position / 8 + count])
        position += count * 8
        initialize()
        return (samples, isAligned)
    }

    /// Table 9-44, by `pStateIdx` and `qCodIRangeIdx`.
    private static let rangeTabLPS = [
        [128, 176, 208, 240], [128, 167, 197, 227], [128, 158, 187, 216], [123, 150, 178, 205],
        [116, 142, 169, 195], [111, 135, 160, 185], [105, 128, 152, 175], [100, 122, 144, 166],
        [95, 116, 137, 158], [90, 110, 130, 150], [85, 104, 123, 142], [81, 99, 117, 135],
        [77, 94, 111, 128], [73, 89, 105, 122], [69, 85, 100, 116], [66, 80, 95, 110],
        [62, 76, 90, 104], [59, 72, 86, 99], [56, 69, 81, 94], [53, 65, 77, 89],
        [51, 62, 73, 85], [48, 59, 69, 80], [46, 56, 66, 76], [43, 53, 63, 72],
        [41, 50, 59, 69], [39, 48, 56, 65], [37, 45, 54, 62], [35, 43, 51, 59],
        [33, 41, 48, 56], [32, 39, 46, 53], [30, 37, 43, 50], [29, 35, 41, 48],
        [27, 33, 39, 45], [26, 31, 37, 43], [24, 30, 35, 41], [23, 28, 33, 39],
        [22, 27, 32, 37], [21, 26, 30, 35], [20, 24, 29, 33], [19, 23, 27, 31],
        [18, 22, 26, 30], [17, 21, 25, 28], [16, 20, 23, 27], [15, 19, 22, 25],
        [14, 18, 21, 24], [14, 17, 20, 23], [13, 16, 19, 22], [12, 15, 18, 21],
        [12, 14, 17, 20], [11, 14, 16, 19], [11, 13, 15, 18], [10, 12, 15, 17],
        [10, 12, 14, 16], [9, 11, 13, 15], [9, 11, 12, 14], [8, 10, 12, 14],
        [8, 9, 11, 13], [7, 9, 11, 12], [7, 9, 10, 12], [7, 8, 10, 11],
        [6, 8, 9, 11], [6, 7, 9, 10], [6, 7, 8, 9], [2, 2, 2, 2],
    ]

    /// Table 9-45, by `pStateIdx`.
    private static let transIdxLPS = [
        0, 0, 1, 2, 2, 4, 4, 5, 6, 7, 8, 9, 9, 11, 11, 12,
        13, 13, 15, 15, 16, 16, 18, 18, 19, 19, 21, 21, 22, 22, 23, 24,
        24, 25, 26, 26, 27, 27, 28, 29, 29, 30, 30, 30, 31, 32, 32, 33,
        33, 33, 34, 34, 35, 35, 35, 36, 36, 36, 37, 37, 37, 38, 38, 63,
    ]
}
