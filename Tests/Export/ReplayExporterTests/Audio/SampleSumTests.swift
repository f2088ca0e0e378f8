import FFmpeg
import ReplayTestSupport
import Testing

@testable import ReplayComposition

/// Checks that the sum equals that of whole tracks, in whatever pieces and order they come, with and without filters.
@Suite struct SampleSumTests {
    private static let start: Int64 = 777

    /// Returns the samples of mono and stereo tracks of equal length.
    private func tracks(_ count: Int, length: Int, using random: inout SplitMix64) -> [[[Float]]] {
        (0..<count).map { _ in
            (0..<Int.random(in: 1...2, using: &random)).map { _ in
                (0..<length).map { _ in Float.random(in: -1...1, using: &random) }
            }
        }
    }

    private func model(channels: Int, rate: Int = 48_000) throws -> Frame {
        try .audio(planes: Array(repeating: [0], count: channels), sampleRate: rate, pts: 0)
    }

    /// Returns the mix of tracks that are added in pieces of random length and in random order.
    private func mix(
        _ tracks: [[[Float]]], rate: Int = 48_000, by mixing: any AudioMixing, using random: inout SplitMix64
    ) throws -> [Frame] {
        var frames: [Frame] = []
        var places = tracks.map { _ in 0 }
        while let track = tracks.indices.filter({ places[$0] < tracks[$0][0].count }).randomElement(using: &random) {
            let place = places[track]
            let count = min(Int.random(in: 1...3000, using: &random), tracks[track][0].count - place)
            let planes = tracks[track].map { Array($0[place..<place + count]) }
            let frame = try Frame.audio(planes: planes, sampleRate: rate, pts: 0)
            try mixing.add(frame, at: Self.start + Int64(place), of: track)
            places[track] += count
            if Bool.random(using: &random) { frames += try taken(mixing) }
        }
        try mixing.end()
        return try frames + taken(mixing)
    }

    private func taken(_ mixing: any AudioMixing) throws -> [Frame] {
        var frames: [Frame] = []
        while let frame = try mixing.nextFrame() { frames.append(frame) }
        return frames
    }

    private func samples(_ frames: [Frame], side: Int) throws -> [Float] {
        try frames.flatMap { try $0.withSamples(ofChannel: side) { Array($0) } }
    }

    private static let filters = ["none", "", ",anull"]

    @Test(arguments: filters) func sumsWhateverThePieces(filters: String) throws {
        var random = SplitMix64.seeded()
        for _ in 0..<20 {
            let length = Int.random(in: 1...20_000, using: &random)
            let frameSize = Int.random(in: 1...2000, using: &random)
            let tracks = tracks(Int.random(in: 1...3, using: &random), length: length, using: &random)
            let models = try tracks.map { try model(channels: $0.count) }
            let mixing: any AudioMixing =
                filters == "none"
                ? try #require(SampleSum(of: models, frameSize: frameSize, from: Self.start))
                : try FilteredMix(
                    of: models, filters: filters, format: "fltp", frameSize: frameSize, from: Self.start)
            let frames = try mix(tracks, by: mixing, using: &random)
            #expect(frames.dropLast().allSatisfy { $0.sampleCount == frameSize })
            #expect(frames.indices.allSatisfy { frames[$0].pts == Self.start + Int64($0 * frameSize) })
            for side in 0..<2 {
                let plain = (0..<length).map { place in
                    tracks.reduce(Float(0)) { $0 + $1[min(side, $1.count - 1)][place] }
                }
                #expect(try samples(frames, side: side) == plain)
            }
        }
    }

    @Test func hearsTracksOfAnotherRateToTheirEnd() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<20 {
            // A second of two constants, in mono and stereo.
            let tracks = [0.25, 0.5].enumerated().map { number, level in
                Array(repeating: Array(repeating: Float(level), count: 44_100), count: number + 1)
            }
            let models = try tracks.map { try model(channels: $0.count, rate: 44_100) }
            let mixing = try FilteredMix(of: models, filters: "", format: "fltp", frameSize: 1024, from: 0)
            let frames = try mix(tracks, rate: 44_100, by: mixing, using: &random)
            for side in 0..<2 {
                let heard = try samples(frames, side: side)
                #expect(abs(heard.count - 48_000) <= 1)
                // A resampler rings at the beginning and the end of a track.
                #expect(heard.dropFirst(64).dropLast(64).allSatisfy { abs($0 - 0.75) < 0.01 })
            }
        }
    }

    @Test func goesOnWhereATrackEndsBeforeTheOthers() throws {
        var random = SplitMix64.seeded()
        let tracks: [[[Float]]] = [[[1, 2, 3, 4, 5]], [[10, 20], [100, 200]]]
        let models = try tracks.map { try model(channels: $0.count) }
        let sum = try #require(SampleSum(of: models, frameSize: 3, from: 0))
        let frames = try mix(tracks, by: sum, using: &random)
        #expect(try samples(frames, side: 0) == [11, 22, 3, 4, 5])
        #expect(try samples(frames, side: 1) == [101, 202, 3, 4, 5])
    }

    @Test func leavesToFiltersWhatIsNoPlainSum() throws {
        let mono = try model(channels: 1)
        #expect(SampleSum(of: [mono, try model(channels: 1, rate: 44_100)], frameSize: 1024, from: 0) == nil)
        #expect(SampleSum(of: [mono, try model(channels: 6)], frameSize: 1024, from: 0) == nil)
        #expect(SampleSum(of: [mono], frameSize: 0, from: 0) == nil)
    }

    @Test func refusesSamplesOfAnotherFormat() throws {
        let sum = try #require(SampleSum(of: [try model(channels: 1)], frameSize: 1024, from: 0))
        #expect(throws: FFmpegError.self) { try sum.add(try model(channels: 6), at: 0, of: 0) }
        #expect(throws: FFmpegError.self) { try sum.add(try model(channels: 1, rate: 44_100), at: 0, of: 0) }
    }
}
