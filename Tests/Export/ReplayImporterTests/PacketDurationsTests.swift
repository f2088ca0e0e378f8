import MediaTime
import ReplayTestSupport
import Testing

@testable import FFmpeg
@testable import ReplayImporter

/// Checks packet durations that come from the time of the next packet.
@Suite struct PacketDurationsTests {
    private func stream(video interval: Rational?) throws -> StreamInfo {
        let settings = VideoEncoderSettings.recording(
            width: 64, height: 36, timeBase: .oneOver(90_000), quantizer: 30, level: 30)
        return info(try Encoder.video(settings).parameters, interval)
    }

    private func audio() throws -> StreamInfo {
        let settings = AudioEncoderSettings(sampleRate: 48_000, channels: 1, bitRate: 64_000)
        return info(try Encoder.audio(settings).parameters, nil)
    }

    private func info(_ parameters: CodecParameters, _ interval: Rational?) -> StreamInfo {
        StreamInfo(
            index: 0, parameters: parameters, timeBase: .oneOver(90_000), startTime: nil, duration: nil,
            frameInterval: interval, rotation: 0, title: nil, isAttachedPicture: false)
    }

    private func packet(_ dts: Int64?, duration: Int64 = 0) throws -> Packet {
        var packet = try Packet(bytes: [])
        (packet.dts, packet.duration) = (dts, duration)
        return packet
    }

    /// Returns all packets, in order.
    private func durations(_ packets: [Packet], of stream: StreamInfo) -> [Packet] {
        var durations = PacketDurations(stream, timeBase: .oneOver(90_000))
        return packets.compactMap { durations.next($0) } + [durations.last()].compactMap(\.self)
    }

    @Test("Each packet but the last lasts until the next, and all come out in order")
    func gaps() throws {
        var random = SplitMix64.seeded()
        let stream = try stream(video: .oneOver(25))
        for _ in 0..<100 {
            var time = Int64.random(in: -9000...9000, using: &random)
            let times = (0..<Int.random(in: 1...40, using: &random)).map { _ in
                time += .random(in: 1...90_000, using: &random)
                return time
            }
            let packets = try times.map { try packet($0, duration: .random(in: 0...50, using: &random)) }
            let told = packets.last?.duration ?? 0
            let out = durations(packets, of: stream)
            #expect(out.map(\.dts) == times)
            #expect(out.dropLast().map(\.duration) == zip(times, times.dropFirst()).map { $1 - $0 })
            #expect(out.last?.duration == (told > 0 ? told : 3600))
        }
    }

    @Test("The last frame lasts as long as one of its stream mostly does, the last of an audio track as its file says")
    func last() throws {
        #expect(durations([try packet(0)], of: try stream(video: .oneOver(30))).map(\.duration) == [3000])
        // The stream states no frame rate, so the default of 1/25 s is used.
        #expect(durations([try packet(0)], of: try stream(video: nil)).map(\.duration) == [3600])
        #expect(durations([try packet(0)], of: try audio()).map(\.duration) == [0])
        #expect(durations([try packet(0, duration: 7)], of: try audio()).map(\.duration) == [7])
    }

    @Test("Times that stand still, go back, are missing or too far apart leave the duration that the file gave")
    func unusable() throws {
        let packets = [
            try packet(10, duration: 5), try packet(10, duration: 6), try packet(3, duration: 7),
            try packet(nil, duration: 8), try packet(.min + 1, duration: 9), try packet(.max, duration: 11),
        ]
        #expect(durations(packets, of: try stream(video: .oneOver(25))).map(\.duration) == [5, 6, 7, 8, 9, 11])
    }

    @Test("Without packets, there is no output")
    func nothing() throws { #expect(durations([], of: try audio()).isEmpty) }

    @Test("A frame is at least a tick long, however coarse the clock")
    func coarse() throws {
        let stream = try stream(video: .oneOver(60))
        #expect(PacketDurations.frameTicks(of: stream, .oneOver(10)) == 1)
        #expect(PacketDurations.frameTicks(of: stream, .oneOver(600)) == 10)
    }
}
