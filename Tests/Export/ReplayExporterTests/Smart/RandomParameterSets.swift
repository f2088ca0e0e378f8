import ReplayMovie
import ReplayTestSupport

@testable import BitCoding
@testable import H264

/// Parameter sets that any encoder may have made for frames that x264 can code.
struct RandomParameterSets {
    static let width = 320

    var id: UInt32
    private let seqParameterSetID: UInt32
    var isCABAC: Bool
    private let bottomFieldPicOrderInFramePresent: Bool
    var numSliceGroups: UInt32 = 1
    private var numRefIdxDefaultActive: UInt32
    private var weightedPred: Bool
    private var picInitQP: Int32
    var chromaQPIndexOffset: Int32
    /// The offset of the second chroma component, if it has its own.
    var secondChromaQPIndexOffset: Int32?
    /// True for the High profile. Otherwise, the profile is Main, or Baseline without CABAC.
    var isHigh = true
    private let deblockingFilterControlPresent: Bool
    var constrainedIntraPred: Bool
    private var redundantPicCntPresent: Bool
    var transform8x8Mode: Bool {
        // The mode adds two lists.
        didSet { pictureLists = pictureLists.map { Array($0.prefix(6)) + (transform8x8Mode ? [nil, nil] : []) } }
    }
    private let log2MaxFrameNum: UInt32
    var picOrderCntType: PictureOrderCountType
    var maxNumRefFrames: UInt32
    var frameMbsOnly: Bool
    /// The height of the frames, in pixels.
    var height: Int
    private var sequenceLists: [UInt8?]?
    private var pictureLists: [UInt8?]?

    init(using random: inout SplitMix64) {
        func number<Value: FixedWidthInteger>(_ range: ClosedRange<Value>) -> Value {
            .random(in: range, using: &random)
        }
        func flag() -> Bool { .random(using: &random) }
        (id, seqParameterSetID) = (number(0...255), number(0...31))
        (isCABAC, bottomFieldPicOrderInFramePresent, weightedPred) = (flag(), flag(), flag())
        (numRefIdxDefaultActive, picInitQP, chromaQPIndexOffset) = (number(1...32), number(0...51), number(-12...12))
        (deblockingFilterControlPresent, constrainedIntraPred, redundantPicCntPresent) = (flag(), flag(), flag())
        (transform8x8Mode, log2MaxFrameNum) = (flag(), number(4...16))
        let topToBottom = number(Int32(-3)...3)
        // The offsets in a POC cycle, if they are sent.
        let count = number(0...4)
        let offsets = (0..<count).map { _ in number(Int32(-1000)...1000) }
        picOrderCntType =
            [
                .type0(log2MaxPicOrderCntLsb: number(4...16)), .type2,
                .type1(
                    offsetForRefFrame: offsets, offsetForTopToBottomField: topToBottom, deltaPicOrderAlwaysZero: false),
                .type1(
                    offsetForRefFrame: (0...count).map { _ in number(1...1000) },
                    offsetForTopToBottomField: topToBottom, deltaPicOrderAlwaysZero: true),
            ][number(0...3)]
        maxNumRefFrames = number(0...8) == 0 ? 0 : number(1...4)
        frameMbsOnly = number(0...3) > 0
        // The frame cropping may cut off some coded rows.
        height = 192 - (flag() ? 4 * number(0...3) : 0)
        func lists(_ count: Int) -> [UInt8?]? {
            number(0...4) > 0 ? nil : (0..<count).map { _ in number(0...2) > 0 ? nil : number(8...40) }
        }
        sequenceLists = lists(8)
        pictureLists = lists(transform8x8Mode ? 8 : 6)
    }

    /// The written sets. Another picture parameter set comes before the intended one and a third one after it.
    var units: [NALUnit] {
        var other = self
        other.isCABAC.toggle()
        other.chromaQPIndexOffset = -chromaQPIndexOffset
        let others = [UInt32(1), 2].map { step -> [UInt8] in
            other.id = (id + step) % 256
            return other.picture
        }
        return [NALUnit([0x67]).replacing(rbsp: sequence)]
            + [others[0], picture, others[1]].map { NALUnit([0x68]).replacing(rbsp: $0) }
    }

    /// The sets after parsing.
    var parsed: ParameterSets? {
        AVCConfiguration(startCoded: units.flatMap { [0, 0, 0, 1] + $0.bytes })?.parameterSets[id]
    }

    /// Returns the same sets with a change in one field that slice headers depend on.
    func with(_ fault: SliceRewriterTests.Fault) -> RandomParameterSets {
        var changed = self
        switch fault {
        case .noWeightedPred: changed.weightedPred = false
        case .otherInitQP: changed.picInitQP = picInitQP == 51 ? 50 : picInitQP + 1
        case .otherPicOrderCntType:
            changed.picOrderCntType = picOrderCntType == .type2 ? .type0(log2MaxPicOrderCntLsb: 5) : .type2
        case .noOverride: changed.numRefIdxDefaultActive = 1
        case .noRedundantPicCnt: changed.redundantPicCntPresent = false
        case .otherChroma: changed.chromaQPIndexOffset = chromaQPIndexOffset == 12 ? 11 : chromaQPIndexOffset + 1
        case .otherLists: (changed.sequenceLists, changed.pictureLists) = (nil, nil)
        }
        return changed
    }

    private var sequence: [UInt8] {
        var writer = BitWriter()
        // The profile and its level.
        for value: UInt32 in [isHigh ? 100 : isCABAC ? 77 : 66, 0, 40] { writer.bits(value, count: 8) }
        writer.ue(seqParameterSetID)
        if isHigh {
            // 4:2:0, 8 bits, never lossless.
            for value: UInt32 in [1, 0, 0] { writer.ue(value) }
            writer.bit(false)
            writer.lists(sequenceLists)
        }
        writer.ue(log2MaxFrameNum - 4)
        switch picOrderCntType {
        case .type0(let count):
            writer.ue(0)
            writer.ue(UInt32(count) - 4)
        case .type1(let offsetForRefFrame, let offsetForTopToBottomField, let deltaPicOrderAlwaysZero):
            writer.ue(1)
            writer.bit(deltaPicOrderAlwaysZero)
            writer.se(-2)
            writer.se(offsetForTopToBottomField)
            writer.ue(UInt32(offsetForRefFrame.count))
            for offset in offsetForRefFrame { writer.se(offset) }
        case .type2: writer.ue(2)
        }
        writer.ue(maxNumRefFrames)
        writer.bit(false)
        let rows = (height + 31) / 32 * 32 / 16
        writer.ue(UInt32(Self.width / 16 - 1))
        writer.ue(UInt32(frameMbsOnly ? rows : rows / 2) - 1)
        writer.bit(frameMbsOnly)
        if !frameMbsOnly { writer.bit(false) }
        writer.bit(true)
        writer.bit(rows * 16 > height)
        if rows * 16 > height {
            for value in [0, 0, 0, (rows * 16 - height) / (frameMbsOnly ? 2 : 4)] { writer.ue(UInt32(value)) }
        }
        // No VUI.
        writer.bit(false)
        writer.bit(true)
        return writer.finish()
    }

    private var picture: [UInt8] {
        var writer = BitWriter()
        writer.ue(id)
        writer.ue(seqParameterSetID)
        writer.bit(isCABAC)
        writer.bit(bottomFieldPicOrderInFramePresent)
        writer.ue(numSliceGroups - 1)
        writer.ue(numRefIdxDefaultActive - 1)
        writer.ue(0)
        writer.bit(weightedPred)
        writer.bits(0, count: 2)
        writer.se(picInitQP - 26)
        writer.se(0)
        writer.se(chromaQPIndexOffset)
        for value in [deblockingFilterControlPresent, constrainedIntraPred, redundantPicCntPresent] {
            writer.bit(value)
        }
        if isHigh {
            writer.bit(transform8x8Mode)
            writer.lists(pictureLists)
            writer.se(secondChromaQPIndexOffset ?? chromaQPIndexOffset)
        }
        writer.bit(true)
        return writer.finish()
    }
}

extension BitWriter {
    /// Writes scaling lists, each of one value that rises a little. The second chroma list repeats the first one.
    fileprivate mutating func lists(_ lists: [UInt8?]?) {
        bit(lists != nil)
        for (number, value) in (lists ?? []).enumerated() {
            guard let value, ![2, 5].contains(number) else {
                bit(false)
                continue
            }
            bit(true)
            se(Int32(value) - 8)
            for place in 1..<(number < 6 ? 16 : 64) { se(place % 3 == 0 ? 1 : 0) }
        }
    }
}
