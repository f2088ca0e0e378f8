import FFmpeg
import MediaTime
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import H264

/// Checks x264's slices with parameter sets that x264 never writes, decoded by libavcodec.
@Suite(.timeLimit(.minutes(30))) struct SliceRewriterTests {
    private static let frames = 8

    @Test("By any parameter sets the frames are those of the encoder's own stream, to the bit", arguments: 0..<6)
    func random(part: Int) throws {
        var random = SplitMix64.seeded(function: "random \(part)")
        for round in 0..<20 {
            let sets = RandomParameterSets(using: &random)
            let coded = try CodedSlices(sets, frames: Self.frames, using: &random)
            let decoded = try coded.decoded(by: sets)
            #expect(decoded.count == Self.frames, "round \(round): \(sets)")
            #expect(
                zip(decoded, coded.frames).allSatisfy { $0.signalToNoise(of: $1) == 100 }, "round \(round): \(sets)")
        }
    }

    /// A fault in the written slice header. The last two faults change the meaning of macroblocks; the check before the
    /// rewrite would find those.
    enum Fault: CaseIterable {
        case noWeightedPred, otherInitQP, otherPicOrderCntType, noOverride, noRedundantPicCnt, otherChroma, otherLists
    }

    @Test("A header that is wrong in one field is found", arguments: Fault.allCases)
    func faults(fault: Fault) throws {
        var random = SplitMix64.seeded(function: "faults \(fault)")
        var found = 0
        for _ in 0..<24 {
            let sets = RandomParameterSets(using: &random)
            let wrong = sets.with(fault)
            guard wrong.units != sets.units else { continue }
            let coded = try CodedSlices(wrong, frames: Self.frames, using: &random)
            let decoded = (try? coded.decoded(by: sets)) ?? []
            let isSame =
                decoded.count == Self.frames
                && zip(decoded, coded.frames).allSatisfy { $0.signalToNoise(of: $1) == 100 }
            if !isSame { found += 1 }
        }
        #expect(found > 0)
    }

    @Test("Slices that are cut off, and sets with any bit wrong, are refused or rewritten, and nothing traps")
    func badInput() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<40 {
            let own = RandomParameterSets(using: &random)
            let sets = try #require(own.parsed)
            var units = own.units
            for _ in 0..<3 {
                let (unit, bit) = (Int.random(in: 0...3, using: &random), UInt8.random(in: 0...7, using: &random))
                let place = Int.random(in: 1..<units[unit].bytes.count, using: &random)
                units[unit].bytes[place] ^= 1 << bit
            }
            let wrong = AVCConfiguration(startCoded: units.flatMap { [0, 0, 0, 1] + $0.bytes })?.parameterSets ?? [:]
            let slice = [0x65] + (0..<60).map { _ in UInt8.random(in: 0...255, using: &random) }
            for target in Array(wrong.values) + [sets] {
                guard let rewriter = try? SliceRewriter(from: sets, to: target) else { continue }
                for count in 0...slice.count {
                    let absFrameNum = Int64.random(in: 0...100_000, using: &random)
                    _ = try? rewriter.rewritten(NALUnit(slice.prefix(count)), absFrameNum: absFrameNum, idrPicID: 0)
                }
            }
        }
    }

    @Test("Each difference that macroblocks cannot have is refused by its name")
    func mismatches() throws {
        var random = SplitMix64.seeded()
        var own = RandomParameterSets(using: &random)
        // These are the values of an encoder of progressive frames.
        (own.maxNumRefFrames, own.frameMbsOnly) = (4, true)
        func mismatch(_ change: (inout RandomParameterSets) -> Void) throws -> SliceRewriter.Mismatch? {
            var other = own
            change(&other)
            let sets = (try #require(own.parsed), try #require(other.parsed))
            do throws(SliceRewriter.Mismatch) {
                _ = try SliceRewriter(from: sets.0, to: sets.1)
                return nil
            } catch {
                return error
            }
        }
        #expect(try mismatch { $0.id = 7 } == nil)
        #expect(try mismatch { $0.isCABAC.toggle() } == .entropyCodingMode)
        #expect(try mismatch { $0.transform8x8Mode.toggle() } != nil)
        #expect(try mismatch { $0.chromaQPIndexOffset = $0.chromaQPIndexOffset == 0 ? 1 : 0 } == .chromaQPIndexOffset)
        #expect(try mismatch { $0.constrainedIntraPred.toggle() } == .constrainedIntraPred)
        #expect(try mismatch { $0.maxNumRefFrames = 0 } == .maxNumRefFrames)
        #expect(try mismatch { $0.height += 32 } == .size)
        #expect(try mismatch { $0.numSliceGroups = 2 } == .sliceGroups)
        #expect(
            try mismatch {
                $0.picOrderCntType = .type1(
                    offsetForRefFrame: [2, -1], offsetForTopToBottomField: 0, deltaPicOrderAlwaysZero: true)
            } == .picOrderCnt)
    }
}

/// Frames that x264 has coded, and their slices rewritten for another stream.
private struct CodedSlices {
    /// The decoded frames of the encoder's own stream.
    let frames: [Frame]
    private let parameters: CodecParameters
    private var packets: [Packet] = []

    init(_ sets: RandomParameterSets, frames count: Int, using random: inout SplitMix64) throws {
        let image = try PixelBuffer(width: RandomParameterSets.width, height: sets.height)
        let plain = try Encoder.video(
            .recording(
                width: image.width, height: image.height, timeBase: .oneOver(90_000), quantizer: 20, level: 30))
        parameters = plain.parameters
        let parsed = try #require(sets.parsed)
        var settings = VideoEncoderSettings.stitching(
            parsed, parameters: parameters, quantizer: Int.random(in: 16...40, using: &random))
        settings.pixelFormat = .nv12
        settings.options["x264-params"]? += ":slices=\(Int.random(in: 1...4, using: &random))"
        let encoder = try Encoder.video(settings)
        let own = try #require(AVCConfiguration(startCoded: encoder.parameters.extradata)?.parameterSets.values.first)
        let rewriter = try SliceRewriter(from: own, to: parsed)
        var coded: [Packet] = []
        var absFrameNum: Int64 = 0
        for frame in 0..<count {
            image.paint(using: &random)
            let isKeyframe = frame == 0 || frame == 5 || sets.maxNumRefFrames == 0
            absFrameNum = isKeyframe ? 0 : absFrameNum + 1
            var made = encoder.packets(of: try image.frame(pts: Int64(frame) * 3000, isKeyframe: isKeyframe))
            while let packet = try made.next() {
                coded.append(packet)
                var access = AccessUnit(startCoded: packet.withBytes { Array($0) }).keeping([.slice, .idrSlice])
                access.units = try access.units.map {
                    try rewriter.rewritten($0, absFrameNum: absFrameNum, idrPicID: UInt32(frame % 3))
                }
                var rewritten = try Packet(bytes: access.sample(lengthSize: 4))
                (rewritten.pts, rewritten.dts, rewritten.isKeyframe) = (packet.pts, packet.dts, isKeyframe)
                packets.append(rewritten)
            }
        }
        frames = try Self.decode(coded, encoder.parameters)
    }

    func decoded(by sets: RandomParameterSets) throws -> [Frame] {
        let configuration = try #require(AVCConfiguration(startCoded: sets.units.flatMap { [0, 0, 0, 1] + $0.bytes }))
        return try Self.decode(packets, try parameters.with(extradata: configuration.bytes))
    }

    private static func decode(_ packets: [Packet], _ parameters: CodecParameters) throws -> [Frame] {
        let decoder = try Decoder.open(parameters, timeBase: .oneOver(90_000))
        var rest = packets[...]
        var frames: [Frame] = []
        while let frame = try decoder.nextFrame({ rest.popFirst() }) { frames.append(frame) }
        return frames
    }
}

extension PixelBuffer {
    /// Paints a flat area that moves, with noise in a part of it.
    fileprivate func paint(using random: inout SplitMix64) {
        guard let luma, let chroma else { return }
        let (shift, left) = (Int.random(in: 0..<16, using: &random), Int.random(in: 0..<width / 2, using: &random))
        for y in 0..<height {
            for x in 0..<width {
                let isNoise = (left..<left + 60).contains(x) && y < 60
                luma[y * lumaStride + x] =
                    isNoise ? UInt8.random(in: 16...235, using: &random) : UInt8(60 + (x + shift) / 4 % 90 + y / 16)
            }
        }
        for place in 0..<chromaStride * height / 2 { chroma[place] = UInt8(100 + (place + shift) % 50) }
    }
}
