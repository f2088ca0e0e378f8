import FFmpeg
import ReplayTestSupport
import Testing

@testable import H264
@testable import ReplayMovie

/// Checks exactly coded frames against libavcodec's decoder.
@Suite(.timeLimit(.minutes(30))) struct ExactFrameTests {
    /// Returns noise with rectangles of one value and of horizontal and vertical stripes. Some cover whole macroblocks.
    private func noise(_ sets: ParameterSets, using random: inout SplitMix64) -> [ScenePlane] {
        let (width, height) = (sets.sequence.codedWidth, sets.sequence.codedHeight)
        func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
        var places: [(x: Int, y: Int, width: Int, height: Int, kind: Int)] = []
        for _ in 0..<12 {
            let (x, y) = (number(0...width / 8 - 1) * 8, number(0...height / 8 - 1) * 8)
            places.append((x, y, number(1...20) * 8, number(1...12) * 8, number(0...2)))
        }
        return [1, 2, 2].map { step in
            let (width, height) = (width / step, height / step)
            var samples = (0..<width * height).map { _ in UInt8.random(in: 0...255, using: &random) }
            for place in places {
                let value = UInt8.random(in: 0...255, using: &random)
                for y in place.y / step..<min(height, (place.y + place.height) / step) {
                    for x in place.x / step..<min(width, (place.x + place.width) / step) {
                        let stripes = [0, x * 7, y * 11][place.kind]
                        samples[y * width + x] = value &+ UInt8(truncatingIfNeeded: stripes)
                    }
                }
            }
            return ScenePlane(samples: samples, width: width)
        }
    }

    @Test("With any parameter sets, the decoded frame equals the coded one, to the bit")
    func random() throws {
        var random = SplitMix64.seeded()
        var (coded, flat) = (0, 0)
        while coded < 60 {
            let sets = RandomParameterSets(using: &random).varied(using: &random)
            let parsed = try #require(sets.parsed)
            guard let size = try size(of: noise(parsed, using: &random), by: sets, using: &random) else { continue }
            coded += 1
            if size < ExactFrame.size(parsed.sequence) * 9 / 10 { flat += 1 }
        }
        #expect(flat > coded / 2)
    }

    @Test(
        "Text, gradients and what lenses and encoders make take far less than their samples",
        arguments: ExactScene.allCases)
    func scenes(_ scene: ExactScene) throws {
        var random = SplitMix64.seeded()
        var (all, fine) = (0, 0)
        while all < 12 || fine < 6 {
            let sets = RandomParameterSets(using: &random).varied(using: &random)
            let parsed = try #require(sets.parsed)
            let planes = try scene.frame(parsed.sequence, using: &random)
            guard let size = try size(of: planes, by: sets, using: &random) else { continue }
            all += 1
            // With a coarser quantizer for chroma or for some coefficients, samples are exact only by chance.
            guard parsed.scalingLists.prefix(3).allSatisfy({ $0.allSatisfy { $0 == 16 } }),
                parsed.picture.chromaQPIndexOffsets.allSatisfy({ $0 <= 0 })
            else { continue }
            fine += 1
            #expect(size < ExactFrame.size(parsed.sequence) * scene.percent / 100, "\(sets)")
        }
    }

    /// Codes a frame and decodes it.
    /// - Returns: The size in bytes, or nil if frames with these parameter sets are not coded exactly.
    private func size(
        of planes: [ScenePlane], by sets: RandomParameterSets, using random: inout SplitMix64
    ) throws -> Int? {
        let id = UInt32.random(in: 0...65_535, using: &random)
        let gap = Int.random(in: 0...40, using: &random)
        guard let parsed = sets.parsed, let slice = slice(of: planes, by: parsed, id, gap: gap) else { return nil }
        // The stop bit must be there, although libavcodec does not check it.
        #expect(slice.bytes.last != 0)
        let frame = try #require(try decoded(slice, by: sets))
        #expect(!frame.hasErrors)
        #expect(try frame.scenePlanes() == planes, "\(sets)")
        return slice.bytes.count
    }

    /// - Parameter gap: The number of padding bytes after each row.
    private func slice(of planes: [ScenePlane], by sets: ParameterSets, _ id: UInt32, gap: Int) -> NALUnit? {
        let strides = planes.map { $0.width + gap }
        var rows: [[UInt8]] = []
        for plane in planes {
            rows.append([])
            for start in stride(from: 0, to: plane.samples.count, by: plane.width) {
                rows[rows.count - 1] += plane.samples[start..<start + plane.width] + Array(repeating: 99, count: gap)
            }
        }
        return rows[0].withUnsafeBufferPointer { luma in
            rows[1].withUnsafeBufferPointer { first in
                rows[2].withUnsafeBufferPointer { second in
                    let coded = zip([luma, first, second], zip(planes, strides)).map { memory, plane in
                        ExactFrame.Plane(
                            memory.baseAddress!, stride: plane.1, width: plane.0.width,
                            height: plane.0.samples.count / plane.0.width)
                    }
                    return ExactFrame(coded, sets: sets)?.slice(idrPicID: id)
                }
            }
        }
    }

    private func decoded(_ slice: NALUnit, by sets: RandomParameterSets) throws -> Frame? {
        let configuration = try #require(AVCConfiguration(startCoded: sets.units.flatMap { [0, 0, 0, 1] + $0.bytes }))
        let parameters = try Encoder.video(
            .recording(width: 320, height: 192, timeBase: .oneOver(90_000), quantizer: 20, level: 30)
        ).parameters.with(extradata: configuration.bytes)
        let decoder = try Decoder.open(parameters, timeBase: .oneOver(90_000), isCropped: false)
        var packets = [try Packet(bytes: AccessUnit([slice]).sample(lengthSize: 4))]
        return try decoder.nextFrame { packets.popLast() }
    }
}

extension RandomParameterSets {
    /// Returns these sets with another profile, and with a different quantizer for each component.
    fileprivate func varied(using random: inout SplitMix64) -> RandomParameterSets {
        var varied = self
        varied.isHigh = Int.random(in: 0...3, using: &random) > 0
        if Bool.random(using: &random) { varied.chromaQPIndexOffset = -abs(chromaQPIndexOffset) }
        if Bool.random(using: &random) { varied.secondChromaQPIndexOffset = Int32.random(in: -12...4, using: &random) }
        return varied
    }
}
