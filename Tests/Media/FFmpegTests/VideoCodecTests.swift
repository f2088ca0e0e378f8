import FFmpeg
import MediaTime
import ReplayTestSupport
import Testing

/// Checks frames that are encoded and decoded.
@Suite struct VideoCodecTests {
    @Test("Frames come back at their times, keyframes where they were asked for, and as bright as they were")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        var time: Int64 = 0
        let times = (0..<60).map { _ in
            time += .random(in: 900...90_000, using: &random)
            return time
        }
        let keyframes = Set((0..<5).map { _ in Int.random(in: 0..<60, using: &random) } + [0])
        let video = try SmallVideo(times, keyframes: keyframes)
        #expect(video.packets.map(\.pts) == times && video.packets.map(\.dts) == times)
        #expect(Set(video.packets.indices.filter { video.packets[$0].isKeyframe }) == keyframes)
        let decoder = try Decoder.open(video.parameters, timeBase: SmallVideo.timeBase)
        let frames = try SmallVideo.decode(video.packets, by: decoder)
        #expect(frames.map(\.bestEffortPTS) == times)
        for (number, frame) in frames.enumerated() {
            #expect((frame.width, frame.height) == (SmallVideo.width, SmallVideo.height))
            #expect(abs(Int(frame.luma(20, 20)) - Int(SmallVideo.luma(number))) <= 2)
        }
    }

    @Test("The recorder's settings give each frame at once")
    func atOnce() throws {
        let settings = VideoEncoderSettings.recording(
            width: 64, height: 36, timeBase: SmallVideo.timeBase, quantizer: 20, level: 30)
        let encoder = try Encoder.video(settings)
        for number in 0..<20 {
            let packets = try encoded(SmallVideo.frame(100, pts: Int64(number) * 3000), by: encoder)
            #expect(packets.count == 1)
        }
    }

    @Test("After its end a decoder that is reset decodes from the next keyframe on")
    func reset() throws {
        let video = try SmallVideo((0..<20).map { $0 * 3000 }, keyframes: [10])
        let decoder = try Decoder.open(video.parameters, timeBase: SmallVideo.timeBase)
        #expect(try SmallVideo.decode(video.packets, by: decoder).count == 20)
        decoder.reset()
        let again = try SmallVideo.decode(Array(video.packets[10...]), by: decoder)
        #expect(again.map(\.bestEffortPTS) == (10..<20).map { $0 * 3000 })
    }

    @Test("A frame of more pixels than are allowed is refused before there is memory for it")
    func tooLarge() throws {
        let video = try SmallVideo([0])
        let open = { (most: Int) in
            try Decoder.open(video.parameters, timeBase: SmallVideo.timeBase, maxPixels: most)
        }
        #expect(throws: FFmpegError.self) {
            let decoder = try open(64 * 36 / 2)
            _ = try SmallVideo.decode(video.packets, by: decoder)
        }
        #expect(try SmallVideo.decode(video.packets, by: try open(64 * 1024)).count == 1)
    }

    @Test("Random bytes are an error or nothing, and never a trap")
    func noise() throws {
        var random = SplitMix64.seeded()
        let video = try SmallVideo([0, 3000])
        let decoder = try Decoder.open(video.parameters, timeBase: SmallVideo.timeBase)
        for _ in 0..<200 {
            let count = Int.random(in: 1...400, using: &random)
            _ = decoder.takes(try Packet(bytes: (0..<count).map { _ in .random(in: 0...255, using: &random) }))
        }
        decoder.reset()
        #expect(try SmallVideo.decode(video.packets, by: decoder).count == 2)
    }

    @Test("An encoder that is not there, and an option that none knows, are errors that name them")
    func unknown() throws {
        var settings = VideoEncoderSettings(
            width: 64, height: 36, timeBase: SmallVideo.timeBase, keyframeInterval: 10, threads: 1, options: [:])
        settings.encoder = "libnothing"
        let error = #expect(throws: FFmpegError.self) { try Encoder.video(settings) }
        #expect(error?.code == .encoderNotFound && error?.description.contains("libnothing") == true)
        settings.encoder = "libx264"
        settings.options = ["no-such-option": "1"]
        let other = #expect(throws: FFmpegError.self) { try Encoder.video(settings) }
        #expect(other?.description.contains("no-such-option") == true)
    }

    @Test("A size that cannot be encoded is an error")
    func odd() throws {
        let settings = VideoEncoderSettings(
            width: 63, height: 36, timeBase: SmallVideo.timeBase, keyframeInterval: 10, threads: 1, options: [:])
        #expect(throws: FFmpegError.self) { try Encoder.video(settings) }
    }
}
