import FFmpeg
import MediaTime
import ReplayTestSupport
import Testing

/// Checks that a decoder accepts the encoder's packets, whatever the input.
@Suite struct AACEncoderTests {
    private let frames = 200

    /// Encodes noise in both channels. `peak` gives the amplitude of each frame.
    private func encode(_ peak: (Int) -> Float) throws -> (AACEncoder, [Packet]) {
        let encoder = try AACEncoder(sampleRate: 48_000, channels: 2, bitRate: 192_000)
        var random = SystemRandomNumberGenerator()
        var packets: [Packet] = []
        for index in 0..<frames {
            let planes = (0..<2).map { _ in
                (0..<encoder.frameSize).map { _ in peak(index) * Float.random(in: -1...1, using: &random) }
            }
            let frame = try Frame.audio(planes: planes, sampleRate: 48_000, pts: Int64(index * encoder.frameSize))
            var made = encoder.packets(of: frame)
            while let packet = try made.next() { packets.append(packet) }
        }
        var last = encoder.packets(of: nil)
        while let packet = try last.next() { packets.append(packet) }
        return (encoder, packets)
    }

    private func refused(_ encoder: AACEncoder, _ packets: [Packet]) throws -> Int {
        let decoder = try Decoder.open(encoder.parameters, timeBase: .oneOver(48_000))
        return packets.count { !decoder.takes($0) }
    }

    @Test("Audio of any loudness, and what is no number, becomes packets that can be decoded")
    func anyLoudness() throws {
        let peaks: [Float] = [0, 1e-30, 1e-3, 1, 1e3, 1e5, 1e7, 1e30, .infinity, .nan, 0.5]
        let (encoder, packets) = try encode { peaks[$0 % peaks.count] }
        #expect(packets.count == frames + 1)
        #expect(try refused(encoder, packets) == 0)
    }

    @Test("A broken packet is replaced by the one before it, at its own time")
    func replaced() throws {
        let (_, packets) = try encode { _ in 0.5 }
        var whole = WholePackets()
        #expect(throws: FFmpegError.self) { try whole.next(packets[0], isWhole: false) }
        let kept = try whole.next(packets[1], isWhole: true)
        let replaced = try whole.next(packets[2], isWhole: false)
        #expect(kept.hasSameData(as: packets[1]) && kept.pts == packets[1].pts)
        #expect(replaced.hasSameData(as: packets[1]) && !replaced.hasSameData(as: packets[2]))
        #expect(replaced.pts == packets[2].pts && replaced.duration == packets[2].duration)
    }

    @Test("Bytes that are no AAC are refused, and what comes after them is not")
    func garbage() throws {
        let (encoder, packets) = try encode { _ in 0.5 }
        let decoder = try Decoder.open(encoder.parameters, timeBase: .oneOver(48_000))
        let garbage = try Packet(size: 300) { $0.initializeMemory(as: UInt8.self, repeating: 0xFF) }
        #expect(decoder.takes(packets[5]))
        #expect(!decoder.takes(garbage))
        #expect(decoder.takes(packets[6]))
    }

    @Test("Audio that falls and rises quickly, as at a cut, comes back without ticks")
    func fades() throws {
        let samples = Self.fadedNoise(count: 400 * 1024)
        let encoder = try AACEncoder(sampleRate: 48_000, channels: 1, bitRate: 160_000)
        let decoder = try Decoder.open(encoder.parameters, timeBase: .oneOver(48_000))
        var (largest, compared) = (Float(0), 0)
        func compare(_ packet: Packet) throws {
            var frames = decoder.frames(of: packet)
            while let frame = try frames.next() {
                let start = Int(frame.bestEffortPTS ?? 0)
                try frame.withSamples(ofChannel: 0) { decoded in
                    for (index, sample) in decoded.enumerated() where samples.indices.contains(start + index) {
                        largest = max(largest, abs(sample - samples[start + index]))
                        compared += 1
                    }
                }
            }
        }
        var packets: [Packet] = []
        for start in stride(from: 0, to: samples.count, by: 1024) {
            let plane = Array(samples[start..<start + 1024])
            var made = encoder.packets(of: try .audio(planes: [plane], sampleRate: 48_000, pts: Int64(start)))
            while let packet = try made.next() { packets.append(packet) }
        }
        for packet in packets { try compare(packet) }
        #expect(compared > samples.count - 4096)
        // With temporal noise shaping (TNS), the value is 0.005 to 0.01; without it, 0.002.
        #expect(largest < 0.004)
    }

    /// Returns low-frequency noise that fades out and in within 10 ms, repeatedly.
    private static func fadedNoise(count: Int) -> [Float] {
        var random = SplitMix64.seeded()
        var states = [Float](repeating: 0, count: 5)
        let ramp = 240
        var next = 4000
        return (0..<count).map { index in
            var sample = Float.random(in: -1...1, using: &random)
            for stage in states.indices {
                states[stage] += 0.15 * (sample - states[stage])
                sample = states[stage]
            }
            if index == next + ramp { next += Int.random(in: 1000...6000, using: &random) }
            let part = min(1, Float(abs(index - next)) / Float(ramp))
            // Below 0.95 of full scale: above it, the encoder attenuates a window so that it does not clip.
            return 2 * sample * part * part * (3 - 2 * part)
        }
    }
}
