import FFmpeg
import MediaTime
import Testing

/// Whatever is to be encoded, a decoder takes what comes of it.
@Suite struct AACEncoderTests {
    private let frames = 200

    /// Encodes noise in both channels, frame by frame as loud as `peak` says.
    private func encode(_ peak: (Int) -> Float) throws -> (AACEncoder, [Packet]) {
        let encoder = try AACEncoder(sampleRate: 48_000, channels: 2, bitRate: 192_000)
        var random = SystemRandomNumberGenerator()
        var packets: [Packet] = []
        for index in 0..<frames {
            let planes = (0..<2).map { _ in
                (0..<encoder.frameSize).map { _ in peak(index) * Float.random(in: -1...1, using: &random) }
            }
            let frame = try Frame.audio(planes: planes, sampleRate: 48_000, pts: Int64(index * encoder.frameSize))
            try encoder.encode(frame) { packets.append($0) }
        }
        try encoder.encode(nil) { packets.append($0) }
        return (encoder, packets)
    }

    private func refused(_ encoder: AACEncoder, _ packets: [Packet]) throws -> Int {
        let decoder = try Decoder.open(encoder.parameters, timeBase: .oneOver(48_000))
        return packets.count { !decoder.takes($0) }
    }

    @Test("Sound of any loudness, and what is no number, becomes packets that can be decoded")
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
        #expect(kept === packets[1])
        #expect(replaced.hasSameData(as: packets[1]) && !replaced.hasSameData(as: packets[2]))
        #expect(replaced.pts == packets[2].pts && replaced.duration == packets[2].duration)
    }

    @Test("Bytes that are no AAC are refused, and what comes after them is not")
    func garbage() throws {
        let (encoder, packets) = try encode { _ in 0.5 }
        let decoder = try Decoder.open(encoder.parameters, timeBase: .oneOver(48_000))
        let garbage = try #require(
            try Packet(size: 300) {
                $0.initializeMemory(as: UInt8.self, repeating: 0xFF)
                return true
            })
        #expect(decoder.takes(packets[5]))
        #expect(!decoder.takes(garbage))
        #expect(decoder.takes(packets[6]))
    }
}
