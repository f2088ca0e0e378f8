import ReplayTestSupport
import Testing

@testable import BitCoding
@testable import H264

/// The CABAC encoder against values that were worked out by hand from ITU-T H.264, 9.3.4, and against a decoder that
/// follows 9.3.3.2.
@Suite struct CABACEncoderTests {
    /// A call of the encoder.
    enum Call: Sendable {
        /// A bin with context 0.
        case decision(Bool)
        /// A bin in bypass mode.
        case bypass(Bool)
        /// The bin 0 before termination.
        case noEnd
    }

    /// Calls and their bits. Each sequence ends with the bin 1 before termination, whose last bit is
    /// `rbsp_stop_one_bit`.
    struct KnownAnswer: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let pStateIdx: UInt8
        let valMPS: UInt8
        let calls: [Call]
        let bits: String
        /// `pStateIdx` and `valMPS` after the calls.
        let last: [UInt8]
    }

    /// In the comments, `R` is `codIRange`, `L` is `codILow`, and `o` is `bitsOutstanding`. The engine begins with
    /// R 510 and L 0 (9.3.4.1), and the first bit is not written (9.3.4.2, `PutBit`).
    ///
    /// The flush at the end (9.3.4.5) sets R to 2 and shifts seven times. Then it writes bit 9 of L. Last, it writes bits
    /// 8 and 7, with the lowest bit set.
    static let answers = [
        // 0: R 510, index 3, LPS 240. MPS: R 270. State 1.
        // 1: R 270, index 0, LPS 128. LPS: L 142, R 128. State 0. Shift: L < 256, first bit, not written. L 284, R 256.
        // 1: R 256, index 0, LPS 128. LPS: L 412, R 128. State 0, MPS 1. Shift: L - 256, o 1. L 312, R 256.
        // 1: R 256, index 0, LPS 128. MPS: R 128. State 1. Shift: L - 256, o 2. L 112, R 256.
        // End: R 254, L 366. Shifts: L 220 o 3; bits 0111, L 440; L 368 o 1; L 224 o 2; bits 011, L 448; L 384 o 1;
        // L 256 o 2. Then bits 011 and 11.
        KnownAnswer(
            testDescription: "more and less probable symbols, and a change of valMPS", pStateIdx: 0, valMPS: 0,
            calls: [.decision(false), .decision(true), .decision(true), .decision(true)],
            bits: "0111" + "011" + "011" + "11", last: [1, 1]),
        // 1: L 2 * 0 + 510. L < 512: first bit, not written.
        // 0: L 1020. Not below 512, below 1024: L - 512 = 508, o 1.
        // 1: L 1016 + 510 = 1526. At least 1024: bits 10, L 502.
        // End: R 508, L 1010. Shifts: six bits 1 while L is 1010, 996, 968, 912, 800, 576; then L 128, bit 0, L 256.
        // Then bits 0 and 11.
        KnownAnswer(
            testDescription: "bypass", pStateIdx: 0, valMPS: 0, calls: [.bypass(true), .bypass(false), .bypass(true)],
            bits: "10" + "111111" + "0" + "0" + "11", last: [0, 0]),
        // 0: R 510, index 3, LPS 9. LPS: L 501, R 9. State 38. Five shifts: L 490 o 1, 468 o 2, 424 o 3, 336 o 4,
        // 160 o 5. R 288.
        // 1: R 288, index 0, LPS 20. MPS: R 268. State 39.
        // End: R 266, L 426. Shifts: L 340 o 6; L 168 o 7; first bit not written, bits 1111111, L 336; L 160 o 1;
        // bits 01, L 320; L 128 o 1; bits 01, L 256. Then bits 0 and 11.
        KnownAnswer(
            testDescription: "a shift by five from the last state", pStateIdx: 62, valMPS: 1,
            calls: [.decision(false), .decision(true)], bits: "1111111" + "01" + "01" + "0" + "11", last: [39, 1]),
        // No end: R 508, not below 256. End: R 506, L 506. Shifts: L 500 o 1, 488 o 2, 464 o 3, 416 o 4, 320 o 5,
        // 128 o 6; first bit not written, bits 111111, L 256. Then bits 0 and 11.
        KnownAnswer(
            testDescription: "bins before termination", pStateIdx: 5, valMPS: 1, calls: [.noEnd],
            bits: "111111" + "0" + "11", last: [5, 1]),
    ]

    @Test("The bits are those of the specification", arguments: answers)
    func known(_ answer: KnownAnswer) {
        let memory = ScratchMemory(size: 1 << 17)
        let states = memory.take(UInt8.self, count: 1)
        states[0] = 2 * answer.pStateIdx + answer.valMPS
        var (encoder, writer) = (CABACEncoder(memory, states: states), BitWriter())
        for call in answer.calls {
            switch call {
            case .decision(let bin): encoder.encode(bin, ctxIdx: 0, to: &writer)
            case .bypass(let bin): encoder.encodeBypass(bin ? 1 : 0, count: 1, to: &writer)
            case .noEnd: encoder.encodeTerminate(false, to: &writer)
            }
        }
        #expect([states[0] >> 1, states[0] & 1] == answer.last)
        encoder.encodeTerminate(true, to: &writer)
        let bits = writer.finish().map { byte in
            let digits = String(byte, radix: 2)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
        #expect(bits == answer.bits + String(repeating: "0", count: bits.count - answer.bits.count))
        #expect(bits.count - answer.bits.count < 8)
    }

    /// Values of n in tables 9-13, 9-17 and 9-16 and the states that 9.3.1.1 derives from them at `SliceQPY` 0.
    @Test(
        "The initial contexts are those of the specification",
        arguments: [
            // `preCtxState` is n, clipped to 1...126. Up to 63, `pStateIdx` is 63 - n, else n - 64.
            (ctxIdx: 3, n: 1, pStateIdx: 62, valMPS: 0), (4, 54, 9, 0), (5, 74, 10, 1), (6, 126, 62, 1),
            (10, 51, 12, 0), (60, 41, 22, 0), (64, 83, 19, 1), (399, 21, 42, 0),
        ] as [(ctxIdx: Int, n: Int, pStateIdx: UInt8, valMPS: UInt8)])
    func contexts(ctxIdx: Int, n: Int, pStateIdx: UInt8, valMPS: UInt8) {
        #expect(Int(pStateIdx) == (n > 63 ? n - 64 : 63 - n))
        #expect(CABACContexts.states[ctxIdx] == 2 * pStateIdx + valMPS)
    }

    @Test("Random bins are decoded as they were encoded")
    func random() {
        var random = SplitMix64.seeded()
        var transitions: Set<CABACDecoder.Transition> = []
        for round in 0..<400 {
            let bins = RandomBins(using: &random)
            let (bytes, states) = bins.encoded()
            let contexts = bins.states.map { CABACDecoder.Context(pStateIdx: Int($0 >> 1), valMPS: Int($0 & 1)) }
            var decoder = CABACDecoder(bytes, contexts: contexts)
            bins.expect(from: &decoder, round)
            // The decoder has read the last bit, `rbsp_stop_one_bit`.
            #expect(decoder.position == (bytes.stopBit ?? 0) + 1, "round \(round)")
            #expect(states == decoder.contexts.map { UInt8(2 * $0.pStateIdx + $0.valMPS) }, "round \(round)")
            transitions.formUnion(decoder.transitions)
        }
        // All entries of the tables were used, except the last, which is for termination only.
        #expect(transitions.count == 63 * 4 * 2)
    }
}

/// Bins of random kinds with random contexts.
private struct RandomBins {
    enum Bins {
        case decision(Bool, ctxIdx: Int)
        case ones(Int, ctxIdx: Int)
        case bypass(UInt32, count: Int)
        case noEnd
        /// The bin 1 before termination, and the samples of an `I_PCM` macroblock.
        case pcm([UInt8])
    }

    /// The initial states: 2 * `pStateIdx` + `valMPS`.
    let states: [UInt8]
    private let bins: [Bins]

    init(using random: inout SplitMix64) {
        // All states but 63, which is for termination only.
        let states = (UInt8(0)...125).shuffled(using: &random)
        // Bins that agree with the initial `valMPS` are frequent in some rounds and rare in others.
        let bias = Int.random(in: 0...100, using: &random)
        bins = (0..<Int.random(in: 0...1500, using: &random)).map { _ in
            let ctxIdx = Int.random(in: states.indices, using: &random)
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<2: return .noEnd
            case 2: return .pcm((0..<4).map { _ in .random(in: 0...255, using: &random) })
            case 3..<10: return .ones(.random(in: 0...14, using: &random), ctxIdx: ctxIdx)
            case 10..<25:
                let count = Int.random(in: 1...8, using: &random)
                return .bypass(.random(in: 0..<1 << UInt32(count), using: &random), count: count)
            default:
                let isMPS = Int.random(in: 0..<100, using: &random) < bias
                return .decision(states[ctxIdx] & 1 == (isMPS ? 1 : 0), ctxIdx: ctxIdx)
            }
        }
        self.states = states
    }

    /// Encodes the bins.
    /// - Returns: The bytes, and the states after all bins.
    func encoded() -> (bytes: [UInt8], states: [UInt8]) {
        let memory = ScratchMemory(size: 1 << 17)
        let memoryOfStates = memory.take(UInt8.self, count: states.count)
        for (ctxIdx, state) in states.enumerated() { memoryOfStates[ctxIdx] = state }
        var (encoder, writer) = (CABACEncoder(memory, states: memoryOfStates), BitWriter())
        for bins in bins {
            switch bins {
            case .decision(let bin, let ctxIdx): encoder.encode(bin, ctxIdx: ctxIdx, to: &writer)
            case .ones(let count, let ctxIdx): encoder.encode(ones: count, ctxIdx: ctxIdx, to: &writer)
            case .bypass(let bins, let count): encoder.encodeBypass(bins, count: count, to: &writer)
            case .noEnd: encoder.encodeTerminate(false, to: &writer)
            case .pcm(let samples):
                encoder.encodeTerminate(true, to: &writer)
                writer.append(samples)
            }
        }
        encoder.encodeTerminate(true, to: &writer)
        return (writer.finish(), states.indices.map { memoryOfStates[$0] })
    }

    /// Expects that a decoder decodes the bins.
    func expect(from decoder: inout CABACDecoder, _ round: Int) {
        for (index, bins) in bins.enumerated() {
            let isSame: Bool
            switch bins {
            case .decision(let bin, let ctxIdx): isSame = decoder.decodeDecision(ctxIdx) == (bin ? 1 : 0)
            case .ones(let count, let ctxIdx):
                isSame = (0..<count).allSatisfy { _ in decoder.decodeDecision(ctxIdx) == 1 }
            case .bypass(let bins, let count):
                isSame = (0..<count).reduce(0) { bins, _ in bins << 1 | decoder.decodeBypass() } == Int(bins)
            case .noEnd: isSame = decoder.decodeTerminate() == 0
            case .pcm(let samples):
                let isEnd = decoder.decodeTerminate() == 1
                isSame = isEnd && decoder.readPCM(samples.count) == (samples, true)
            }
            guard isSame else {
                Issue.record("round \(round): bins \(index) of \(self.bins.count)")
                return
            }
        }
        #expect(decoder.decodeTerminate() == 1, "round \(round)")
    }
}
