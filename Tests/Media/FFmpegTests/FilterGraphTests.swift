import CFFmpeg
import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayTestSupport
import Testing

/// Checks frames that pass through libavfilter.
@Suite struct FilterGraphTests {
    /// Returns all frames that a graph has ready.
    private func pull(_ graph: FilterGraph) throws -> [Frame] {
        var frames: [Frame] = []
        while case .next(let frame) = try graph.pull() { frames.append(frame) }
        return frames
    }

    private func video(_ description: String, like frame: Frame) throws -> FilterGraph {
        try FilterGraph.open(
            description, inputs: [.video(like: frame, timeBase: .oneOver(1000), sampleAspectRatio: (1, 1))])
    }

    @Test("Frames are scaled one by one, and keep their times")
    func scale() throws {
        let frame = try SmallVideo.frame(120, pts: 0)
        let graph = try video("[in0]scale=32:18[out]", like: frame)
        #expect(graph.outputTimeBase == .oneOver(1000))
        for pts in [0, 40, 41, 5000] as [Int64] {
            try graph.push(try frame.stamped(pts: pts))
            let made = try pull(graph)
            #expect(made.map(\.pts) == [pts] && made.map(\.width) == [32] && made.map(\.height) == [18])
            #expect(made.first.map { abs(Int($0.luma(10, 10)) - 120) <= 1 } == true)
        }
    }

    @Test("At a constant rate frames are repeated until the end that was told")
    func constantRate() throws {
        let frame = try SmallVideo.frame(120, pts: 0)
        let graph = try video("[in0]fps=10[out]", like: frame)
        try graph.push(frame)
        try graph.push(try frame.stamped(pts: 500))
        var made = try pull(graph)
        try graph.close(at: 1000)
        made += try pull(graph)
        #expect(graph.outputTimeBase == .oneOver(10))
        #expect(made.map(\.pts) == Array(0..<10))
    }

    @Test("Two inputs become one frame")
    func overlay() throws {
        let (ground, image) = (
            try SmallVideo.frame(40, pts: 0), try SmallVideo.frame(200, width: 16, height: 16, pts: 0)
        )
        let graph = try FilterGraph.open(
            "[in0][in1]overlay=8:4[out]",
            inputs: [
                .video(like: ground, timeBase: .oneOver(1000), sampleAspectRatio: (1, 1)),
                .video(like: image, timeBase: .oneOver(1000), sampleAspectRatio: (1, 1)),
            ])
        try graph.push(ground, into: 0)
        try graph.push(image, into: 1)
        try graph.push(nil, into: 0)
        try graph.push(nil, into: 1)
        let made = try #require(try pull(graph).first)
        #expect((made.luma(0, 0), made.luma(12, 8), made.luma(40, 20)) == (40, 200, 40))
    }

    @Test("Audio comes in frames as long as the encoder wants them, and none of it is lost")
    func audio() throws {
        var random = SplitMix64.seeded()
        let model = try Frame.audio(planes: [[0], [0]], sampleRate: 48_000, pts: 0)
        let graph = try FilterGraph.open("[in0]anull[out]", inputs: [.audio(like: model)])
        graph.setOutputFrameSize(1024)
        var (given, made): ([Float], [Frame]) = ([], [])
        for _ in 0..<40 {
            let samples = (0..<Int.random(in: 1...3000, using: &random)).map { Float(given.count + $0) }
            let frame = try Frame.audio(planes: [samples, samples], sampleRate: 48_000, pts: Int64(given.count))
            try graph.push(frame)
            given += samples
            made += try pull(graph)
        }
        try graph.push(nil)
        made += try pull(graph)
        #expect(made.dropLast().allSatisfy { $0.sampleCount == 1024 })
        let samples = try made.flatMap { frame in try frame.withSamples(ofChannel: 1) { Array($0) } }
        #expect(samples == given)
    }

    @Test(
        "A graph that cannot be built is an error",
        arguments: ["[in0]nosuchfilter[out]", "[in0]scale=0:-5:x[out]", "["])
    func unbuildable(description: String) throws {
        let frame = try SmallVideo.frame(120, pts: 0)
        #expect(throws: FFmpegError.self) { try video(description, like: frame) }
    }

    @Test("Any frame is brought to the size and the pixels of an output", arguments: [(64, 36), (37, 91), (640, 2)])
    func fitting(width: Int, height: Int) throws {
        let frame = try SmallVideo.frame(150, width: width, height: height, pts: 9)
        let fitting = FrameFitting(width: 48, height: 32, to: .bt709)
        let graph = try video("[in0]\(fitting.filters(for: frame))[out]", like: frame)
        try graph.push(frame)
        let made = try #require(try pull(graph).first)
        #expect((made.width, made.height) == (48, 32) && made.pts == 9)
        #expect(made.pixelFormat == AV_PIX_FMT_YUV420P && !made.hasFullRange)
        // Without “accurate_rnd”, the scaler rounds in each direction.
        #expect(abs(Int(made.luma(24, 16)) - 150) <= 4)
    }
}
