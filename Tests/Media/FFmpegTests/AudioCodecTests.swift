import FFmpeg
import Glibc
import Testing

/// Checks samples that are encoded and decoded.
@Suite struct AudioCodecTests {
    private static let sampleRate = 48_000

    /// Returns a sine of amplitude 0.5 whose phase depends on the position. Adjacent samples differ by up to 0.2.
    private static func tone(_ range: Range<Int>) -> [Float] {
        range.map { 0.5 * sin(2 * .pi * 3000 * Float($0 % sampleRate) / Float(sampleRate)) }
    }

    @Test("A tone comes back in its place, in both channels", arguments: [1, 2])
    func tone(channels: Int) throws {
        let settings = AudioEncoderSettings(
            sampleRate: Self.sampleRate, channels: channels, bitRate: 128_000, options: AACEncoder.options)
        let encoder = try Encoder.audio(settings)
        #expect(encoder.frameSize == 1024 && encoder.timeBase == .oneOver(48_000))
        let decoder = try Decoder.open(encoder.parameters, timeBase: encoder.timeBase)
        var packets: [Packet] = []
        for start in stride(from: 0, to: 40 * 1024, by: 1024) {
            let plane = Self.tone(start..<start + 1024)
            let frame = try Frame.audio(
                planes: Array(repeating: plane, count: channels), sampleRate: Self.sampleRate, pts: Int64(start))
            packets += try encoded(frame, by: encoder)
        }
        packets += try encoded(nil, by: encoder)
        #expect(zip(packets, packets.dropFirst()).allSatisfy { ($1.pts ?? 0) - ($0.pts ?? 0) == 1024 })
        let frames = try SmallVideo.decode(packets, by: decoder)
        var compared = 0
        for frame in frames {
            #expect(frame.channelCount == channels && frame.sampleRate == Self.sampleRate)
            let start = Int(try #require(frame.bestEffortPTS))
            // The first and the last packet have no neighbour to overlap with.
            guard (2048..<38 * 1024).contains(start) else { continue }
            for channel in 0..<channels {
                try frame.withSamples(ofChannel: channel) { samples in
                    let wanted = Self.tone(start..<start + samples.count)
                    let largest = zip(samples, wanted).map { abs($0 - $1) }.max() ?? 1
                    #expect(largest < 0.1)
                    compared += samples.count
                }
            }
        }
        #expect(compared >= 35 * 1024 * channels)
    }

    @Test("What is no number becomes silence, and what is far too loud is limited")
    func limited() throws {
        let settings = AudioEncoderSettings(sampleRate: Self.sampleRate, channels: 1, bitRate: 64_000)
        let encoder = try Encoder.audio(settings)
        let decoder = try Decoder.open(encoder.parameters, timeBase: encoder.timeBase)
        var packets: [Packet] = []
        for (index, value) in [Float.nan, .infinity, -.infinity, 1e30, 0].enumerated() {
            let plane = [Float](repeating: value, count: 1024)
            let frame = try Frame.audio(planes: [plane], sampleRate: Self.sampleRate, pts: Int64(index * 1024))
            packets += try encoded(frame, by: encoder)
        }
        packets += try encoded(nil, by: encoder)
        for frame in try SmallVideo.decode(packets, by: decoder) {
            try frame.withSamples(ofChannel: 0) { samples in
                #expect(samples.allSatisfy { $0.isFinite && abs($0) < 64 })
            }
        }
    }

    @Test("A channel that is not there is an error")
    func noChannel() throws {
        let frame = try Frame.audio(planes: [[0, 1]], sampleRate: Self.sampleRate, pts: 0)
        #expect(try frame.withSamples(ofChannel: 0) { Array($0) } == [0, 1])
        #expect(throws: FFmpegError.self) { try frame.withSamples(ofChannel: 1) { Array($0) } }
    }

    @Test("A slice has the samples of its range, silence has none")
    func slices() throws {
        let frame = try Frame.audio(planes: [Self.tone(0..<100)], sampleRate: Self.sampleRate, pts: 7)
        let slice = try frame.slice(10..<30, pts: 17)
        #expect(slice.pts == 17 && slice.sampleCount == 20)
        #expect(try slice.withSamples(ofChannel: 0) { Array($0) } == Array(Self.tone(0..<100)[10..<30]))
        #expect(try frame.silence(5, pts: 0).withSamples(ofChannel: 0) { Array($0) } == [0, 0, 0, 0, 0])
    }

    @Test("Mono in stereo is on both sides as loud as it is; stereo is widened no more")
    func widens() throws {
        let mono = try Frame.audio(planes: [Self.tone(0..<100)], sampleRate: Self.sampleRate, pts: 7)
        let stereo = try mono.widened()
        #expect(stereo.pts == 7 && stereo.channelLayoutName == "stereo")
        for side in 0..<2 {
            #expect(try stereo.withSamples(ofChannel: side) { Array($0) } == Self.tone(0..<100))
        }
        #expect(throws: FFmpegError.self) { try stereo.widened() }
    }
}
