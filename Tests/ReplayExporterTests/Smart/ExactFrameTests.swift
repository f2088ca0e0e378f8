import FFmpeg
import ReplayTestSupport
import Testing

@testable import ReplayMovie

/// Frames that are coded to the bit, as libavcodec decodes them.
@Suite(.timeLimit(.minutes(5))) struct ExactFrameTests {
    /// Noise, with rectangles of one value, of stripes along a row and along a column, some over whole macroblocks.
    private func picture(_ sets: ParameterSets, using random: inout SplitMix64) -> [ExactFrame.Plane] {
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
            return ExactFrame.Plane(samples, width: width)
        }
    }

    @Test("By any parameter sets the frame that is decoded is the one that was coded, to the bit")
    func random() throws {
        var random = SplitMix64.seeded()
        var (coded, flat) = (0, 0)
        while coded < 60 {
            let sets = RandomParameterSets(using: &random)
            let parsed = try #require(sets.parsed)
            let planes = picture(parsed, using: &random)
            guard let exact = ExactFrame(planes, parsed) else { continue }
            coded += 1
            let slice = exact.slice(idrID: UInt32.random(in: 0...65_535, using: &random))
            if slice.bytes.count < ExactFrame.size(parsed.sequence) * 9 / 10 { flat += 1 }
            let frame = try #require(try decoded(slice, by: sets))
            let shown = try frame.samples()
            #expect(!frame.hasErrors)
            #expect(zip(shown, planes).allSatisfy { $0.samples == $1.samples }, "\(sets)")
        }
        #expect(flat > coded / 2)
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
