import ReplayMovie
import ReplayTestSupport

@testable import BitCoding
@testable import H264

/// Parameter sets that any encoder may have made for frames that x264 can code.
struct RandomParameterSets {
    static let width = 320

    var id: UInt32
    private let sequenceID: UInt32
    var isCABAC: Bool
    private let hasBottomOrder: Bool
    var sliceGroups: UInt32 = 1
    private var defaultReferences: UInt32
    private var hasWeights: Bool
    private var initialQuantizer: Int32
    var chromaOffset: Int32
    /// The offset of the second chroma component, if it has its own.
    var secondChromaOffset: Int32?
    /// True for the High profile. Otherwise, the profile is Main, or Baseline without CABAC.
    var isHigh = true
    private let hasDeblockingControl: Bool
    var hasConstrainedIntra: Bool
    private var hasRedundantCount: Bool
    var hasTransform8x8: Bool
    private let frameNumberBits: UInt32
    var order: PictureOrder
    var references: UInt32
    var isProgressive: Bool
    /// The height of the frames, in pixels.
    var height: Int
    private var sequenceLists: [UInt8?]?
    private var pictureLists: [UInt8?]?

    init(using random: inout SplitMix64) {
        func number<Value: FixedWidthInteger>(_ range: ClosedRange<Value>) -> Value {
            .random(in: range, using: &random)
        }
        func flag() -> Bool { .random(using: &random) }
        (id, sequenceID) = (number(0...255), number(0...31))
        (isCABAC, hasBottomOrder, hasWeights) = (flag(), flag(), flag())
        (defaultReferences, initialQuantizer, chromaOffset) = (number(1...32), number(0...51), number(-12...12))
        (hasDeblockingControl, hasConstrainedIntra, hasRedundantCount) = (flag(), flag(), flag())
        (hasTransform8x8, frameNumberBits) = (flag(), number(4...16))
        let topToBottom = number(Int32(-3)...3)
        // The offsets in a POC cycle, if they are sent.
        let count = number(0...4)
        let offsets = (0..<count).map { _ in number(Int32(-1000)...1000) }
        order =
            [
                .lowestBits(number(4...16)), .decoding,
                .cycle(offsets: offsets, topToBottom: topToBottom, isAsExpected: false),
                .cycle(
                    offsets: (0...count).map { _ in number(1...1000) }, topToBottom: topToBottom, isAsExpected: true),
            ][number(0...3)]
        references = number(0...8) == 0 ? 0 : number(1...4)
        isProgressive = number(0...3) > 0
        // The frame cropping may cut off some coded rows.
        height = 192 - (flag() ? 4 * number(0...3) : 0)
        func lists(_ count: Int) -> [UInt8?]? {
            number(0...4) > 0 ? nil : (0..<count).map { _ in number(0...2) > 0 ? nil : number(8...40) }
        }
        sequenceLists = lists(8)
        pictureLists = lists(hasTransform8x8 ? 8 : 6)
    }

    /// The written sets. Another picture parameter set comes before the intended one and a third one after it.
    var units: [NALUnit] {
        var other = self
        other.isCABAC.toggle()
        other.chromaOffset = -chromaOffset
        let others = [UInt32(1), 2].map { step -> [UInt8] in
            other.id = (id + step) % 256
            return other.picture
        }
        return [NALUnit([0x67]).replacing(payload: sequence)]
            + [others[0], picture, others[1]].map { NALUnit([0x68]).replacing(payload: $0) }
    }

    /// The sets after parsing.
    var parsed: ParameterSets? {
        AVCConfiguration(startCoded: units.flatMap { [0, 0, 0, 1] + $0.bytes })?.parameterSets[id]
    }

    /// Returns the same sets with a change in one field that slice headers depend on.
    func with(_ fault: SliceRewriterTests.Fault) -> RandomParameterSets {
        var changed = self
        switch fault {
        case .noWeights: changed.hasWeights = false
        case .otherQuantizer: changed.initialQuantizer = initialQuantizer == 51 ? 50 : initialQuantizer + 1
        case .otherOrder: changed.order = order == .decoding ? .lowestBits(5) : .decoding
        case .noOverride: changed.defaultReferences = 1
        case .noRedundantCount: changed.hasRedundantCount = false
        case .otherChroma: changed.chromaOffset = chromaOffset == 12 ? 11 : chromaOffset + 1
        case .otherLists: (changed.sequenceLists, changed.pictureLists) = (nil, nil)
        }
        return changed
    }

    private var sequence: [UInt8] {
        var writer = BitWriter()
        // The profile and its level.
        for value: UInt32 in [isHigh ? 100 : isCABAC ? 77 : 66, 0, 40] { writer.bits(value, count: 8) }
        writer.unsigned(sequenceID)
        if isHigh {
            // 4:2:0, 8 bits, never lossless.
            for value: UInt32 in [1, 0, 0] { writer.unsigned(value) }
            writer.bit(false)
            writer.lists(sequenceLists)
        }
        writer.unsigned(frameNumberBits - 4)
        switch order {
        case .lowestBits(let count):
            writer.unsigned(0)
            writer.unsigned(UInt32(count) - 4)
        case .cycle(let offsets, let topToBottom, let isAsExpected):
            writer.unsigned(1)
            writer.bit(isAsExpected)
            writer.signed(-2)
            writer.signed(topToBottom)
            writer.unsigned(UInt32(offsets.count))
            for offset in offsets { writer.signed(offset) }
        case .decoding: writer.unsigned(2)
        }
        writer.unsigned(references)
        writer.bit(false)
        let rows = (height + 31) / 32 * 32 / 16
        writer.unsigned(UInt32(Self.width / 16 - 1))
        writer.unsigned(UInt32(isProgressive ? rows : rows / 2) - 1)
        writer.bit(isProgressive)
        if !isProgressive { writer.bit(false) }
        writer.bit(true)
        writer.bit(rows * 16 > height)
        if rows * 16 > height {
            for value in [0, 0, 0, (rows * 16 - height) / (isProgressive ? 2 : 4)] { writer.unsigned(UInt32(value)) }
        }
        // No VUI.
        writer.bit(false)
        writer.bit(true)
        return writer.finish()
    }

    private var picture: [UInt8] {
        var writer = BitWriter()
        writer.unsigned(id)
        writer.unsigned(sequenceID)
        writer.bit(isCABAC)
        writer.bit(hasBottomOrder)
        writer.unsigned(sliceGroups - 1)
        writer.unsigned(defaultReferences - 1)
        writer.unsigned(0)
        writer.bit(hasWeights)
        writer.bits(0, count: 2)
        writer.signed(initialQuantizer - 26)
        writer.signed(0)
        writer.signed(chromaOffset)
        for value in [hasDeblockingControl, hasConstrainedIntra, hasRedundantCount] { writer.bit(value) }
        if isHigh {
            writer.bit(hasTransform8x8)
            writer.lists(pictureLists)
            writer.signed(secondChromaOffset ?? chromaOffset)
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
            signed(Int32(value) - 8)
            for place in 1..<(number < 6 ? 16 : 64) { signed(place % 3 == 0 ? 1 : 0) }
        }
    }
}
