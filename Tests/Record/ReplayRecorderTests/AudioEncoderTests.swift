import AudioSources
import FFmpeg
import ReplayLibrary
import ReplayMovie
import ReplayRecording
import Testing

/// Checks silence, which is encoded once and repeated: the packets must equal those of an encoder that receives all of
/// it.
@Suite struct AudioEncoderTests {
    /// A part of an audio track: frames of noise with a sharp beginning, or of silence.
    private enum Stretch {
        case noise(frames: Int)
        case silence(frames: Int)
    }

    /// Returns interleaved samples of noise, the same for the same seed.
    private func noise(_ count: Int, seed: UInt64) -> [Float] {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        return (0..<count).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Float(state >> 40) / Float(1 << 24) - 0.5
        }
    }

    private func encode(_ stretches: [Stretch], _ kind: AudioSource) throws -> [Packet] {
        var encoder = try AudioEncoder(kind, streamIndex: 3)
        for (index, stretch) in stretches.enumerated() {
            switch stretch {
            case .silence(let frames): try encoder.encodeSilence(frames: frames)
            case .noise(let frames):
                for frame in 0..<frames {
                    let samples = noise(encoder.frameSize * kind.channels, seed: UInt64(1000 * (index + 1) + frame))
                    try samples.withUnsafeBufferPointer { try encoder.encode($0) }
                }
            }
        }
        try encoder.finish()
        return encoder.takePackets()
    }

    /// Encodes the same audio with FFmpeg's encoder alone.
    private func encodePlainly(_ stretches: [Stretch], _ kind: AudioSource) throws -> [Packet] {
        let encoder = try Encoder.audio(
            AudioEncoderSettings(
                sampleRate: AudioSource.sampleRate, channels: kind.channels,
                bitRate: kind == .application ? 160_000 : 96_000,
                options: AACEncoder.options))
        var packets: [Packet] = []
        var position: Int64 = 0
        for (index, stretch) in stretches.enumerated() {
            let (frames, isSilent) =
                switch stretch {
                case .silence(let frames): (frames, true)
                case .noise(let frames): (frames, false)
                }
            for frame in 0..<frames {
                let count = encoder.frameSize * kind.channels
                let samples =
                    isSilent
                    ? [Float](repeating: 0, count: count) : noise(count, seed: UInt64(1000 * (index + 1) + frame))
                let data = try samples.withUnsafeBufferPointer {
                    try Frame.audio(
                        interleaved: $0, channels: kind.channels, sampleRate: AudioSource.sampleRate, pts: position)
                }
                var made = encoder.packets(of: data)
                while let packet = try made.next() { packets.append(packet) }
                position += Int64(encoder.frameSize)
            }
        }
        var last = encoder.packets(of: nil)
        while let packet = try last.next() { packets.append(packet) }
        return packets.filter { ($0.pts ?? 0) >= 0 }
    }

    @Test(
        "What is encoded is to the byte what FFmpeg gives when it hears all of the silence",
        arguments: AudioSource.allCases, [1, 15, 16, 17, 18, 19, 40, 47, 469, 2_813])
    func plain(kind: AudioSource, silence: Int) throws {
        let stretches: [Stretch] = [
            .silence(frames: 1), .noise(frames: 20), .silence(frames: silence), .noise(frames: 20),
            .silence(frames: silence), .noise(frames: 3), .silence(frames: 3),
        ]
        let (packets, plain) = (try encode(stretches, kind), try encodePlainly(stretches, kind))
        #expect(packets.count == plain.count)
        #expect(zip(packets, plain).allSatisfy { $0.hasSameData(as: $1) })
        #expect(packets.map(\.pts) == plain.map(\.pts))
        #expect(packets.map(\.dts) == plain.map(\.dts))
        #expect(packets.map(\.duration) == plain.map(\.duration))
        #expect(packets.allSatisfy { $0.streamIndex == 3 })
    }

    @Test(
        "After an hour of silence an audio track is coded as after ten seconds, an hour later",
        arguments: AudioSource.allCases)
    func hour(kind: AudioSource) throws {
        let (ten, hour) = (469, 168_750)
        func stretches(_ silence: Int) -> [Stretch] {
            [.silence(frames: 1), .noise(frames: 9), .silence(frames: silence), .noise(frames: 10)]
        }
        let (short, long) = (try encode(stretches(ten), kind), try encode(stretches(hour), kind))
        #expect(long.count - short.count == hour - ten)
        #expect(zip(short.suffix(12), long.suffix(12)).allSatisfy { $0.hasSameData(as: $1) })
        #expect(long.last?.pts == Int64(19 + hour) * 1024)
        #expect(zip(long, long.dropFirst()).allSatisfy { ($1.pts ?? 0) - ($0.pts ?? 0) == 1024 })
    }

    @Test("Samples that are no numbers are silence, and the audio goes on")
    func noNumbers() throws {
        var encoder = try AudioEncoder(.microphone, streamIndex: 0)
        for value in [0.5, .nan, .infinity, -.infinity, 0.5] as [Float] {
            var samples = noise(encoder.frameSize, seed: 7)
            samples[100] = value
            try samples.withUnsafeBufferPointer { try encoder.encode($0) }
        }
        try encoder.finish()
        #expect(encoder.takePackets().map(\.pts) == [0, 1024, 2048, 3072, 4096])
    }
}
