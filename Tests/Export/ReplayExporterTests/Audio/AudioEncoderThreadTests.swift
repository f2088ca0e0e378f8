import FFmpeg
import ReplayTestSupport
import Testing

@testable import ReplayRendering

/// Checks that the thread gives the encoder's packets, whenever it runs.
@Suite struct AudioEncoderThreadTests {
    private static let frameSize = 1024

    private func encoder() throws -> AACEncoder { try AACEncoder(sampleRate: 48_000, channels: 2, bitRate: 128_000) }

    private func noise(_ count: Int, size: Int = frameSize) throws -> [Frame] {
        var random = SplitMix64.seeded()
        return try (0..<count).map { number in
            let planes = (0..<2).map { _ in
                (0..<size).map { _ in Float.random(in: -0.5...0.5, using: &random) }
            }
            return try .audio(planes: planes, sampleRate: 48_000, pts: Int64(number * Self.frameSize))
        }
    }

    private func bytes(_ packet: Packet) -> [UInt8] { packet.withBytes { Array($0) } }

    @Test("Its packets are the encoder’s, behind a set number of frames", arguments: [0, 1, 31, 32, 33, 300, 420])
    func packets(_ count: Int) throws {
        let frames = try noise(count)
        let plain = try encoder()
        var wanted: [Packet] = []
        for frame in frames.map(Optional.some) + [nil] {
            var packets = plain.packets(of: frame)
            while let packet = try packets.next() { wanted.append(packet) }
        }
        let thread = try AudioEncoderThread(try encoder())
        var made: [Packet] = []
        for (number, frame) in frames.enumerated() {
            try thread.encode(frame) { made.append($0) }
            // The encoder itself waits for the next frame. Frames of an incomplete batch also wait.
            #expect(max(0, number - 2 * AudioEncoderThread.lead) <= made.count)
            #expect(made.count <= max(0, number + 1 - AudioEncoderThread.lead))
        }
        try thread.finish { made.append($0) }
        #expect(made.map(bytes) == wanted.map(bytes) && made.map(\.pts) == wanted.map(\.pts))
    }

    @Test("What the encoder refuses is told at the next packet, and at the end")
    func failure() throws {
        let frames = try noise(2 * AudioEncoderThread.lead, size: 2 * Self.frameSize)
        let thread = try AudioEncoderThread(try encoder())
        #expect(throws: FFmpegError.self) { for frame in frames { try thread.encode(frame) { _ in } } }
        #expect(throws: FFmpegError.self) { try thread.finish { _ in } }
    }
}
