import FFmpeg
import Foundation
import MediaTime
import ReplayTestSupport
import Testing

@testable import AAC
@testable import ReplayMovie

/// Checks mono packets that become stereo without re-encoding, by decoding both.
@Suite struct MonoAACPacketTests {
    /// Returns noise, tones, clicks and silence, a tenth of a second each, so that all forms of blocks occur.
    private func sound(_ random: inout SplitMix64) -> [Float] {
        (0..<30).flatMap { _ -> [Float] in
            let (kind, level) = (Int.random(in: 0..<4, using: &random), Float.random(in: 0.01...0.9, using: &random))
            let step = Float.random(in: 0.01...2, using: &random)
            return (0..<4800).map { index in
                switch kind {
                case 0: level * Float.random(in: -1...1, using: &random)
                case 1: level * sin(Float(index) * step)
                case 2: index % 1600 == 0 ? level : 0
                default: 0
                }
            }
        }
    }

    private func packets(of sound: [Float]) throws -> (packets: [Packet], parameters: CodecParameters) {
        let encoder = try AACEncoder(sampleRate: 48_000, channels: 1, bitRate: 96_000)
        var made: [Packet] = []
        func take(_ frame: Frame?) throws {
            var packets = encoder.packets(of: frame)
            while let packet = try packets.next() { made.append(packet) }
        }
        for start in stride(from: 0, to: sound.count - 1023, by: 1024) {
            try take(.audio(planes: [Array(sound[start..<start + 1024])], sampleRate: 48_000, pts: Int64(start)))
        }
        try take(nil)
        return (made, encoder.parameters)
    }

    private func decoded(_ packets: [Packet], _ parameters: CodecParameters) throws -> [[Float]] {
        let decoder = try Decoder.open(parameters, timeBase: .oneOver(48_000))
        var planes = Array(repeating: [Float](), count: parameters.channelCount)
        for packet in packets + [nil] {
            var frames = decoder.frames(of: packet)
            while let frame = try frames.next() {
                for channel in planes.indices { try frame.withSamples(ofChannel: channel) { planes[channel] += $0 } }
            }
        }
        return planes
    }

    @Test("Both channels are decoded to what the one is, to the bit, whatever is heard")
    func equal() throws {
        var random = SplitMix64.seeded()
        let stereo = try AACEncoder(sampleRate: 48_000, channels: 2, bitRate: 192_000).parameters
        for _ in 0..<10 {
            let (packets, mono) = try packets(of: sound(&random))
            let widened = try packets.map { packet in
                let bytes = try #require(packet.withBytes { MonoAACPacket(Array($0)) }).stereo
                var copy = try Packet(bytes: bytes)
                (copy.pts, copy.dts, copy.duration) = (packet.pts, packet.dts, packet.duration)
                return copy
            }
            let (wanted, found) = (try decoded(packets, mono)[0], try decoded(widened, stereo))
            #expect(wanted.count > 140_000 && wanted.contains { $0 != 0 })
            #expect(found == [wanted, wanted])
            let windows = packets.compactMap { packet in packet.withBytes { AACWindow(Array($0)) } }
            #expect(windows == widened.compactMap { packet in packet.withBytes { AACWindow(Array($0)) } })
        }
    }

    @Test("A packet with more than one plain channel is refused, and a damaged one never traps")
    func others() throws {
        var random = SplitMix64.seeded()
        let (packets, _) = try packets(of: sound(&random))
        for packet in packets.prefix(40) {
            let bytes = packet.withBytes { Array($0) }
            let whole = try #require(MonoAACPacket(bytes))
            #expect(MonoAACPacket(whole.stereo) == nil)
            #expect(MonoAACPacket([UInt8(0b110_0000_0)] + bytes) == nil)
            // The call must return, whatever the result.
            for _ in 0..<50 {
                var damaged = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
                if !damaged.isEmpty {
                    damaged[.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
                }
                _ = MonoAACPacket(damaged)?.stereo
            }
        }
        #expect(MonoAACPacket([]) == nil && MonoAACPacket([0, 0]) == nil)
    }
}
