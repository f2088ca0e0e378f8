import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import H264
@testable import ReplayComposition
@testable import ReplayRendering

/// Checks that adjacent IDR frames never have the same idr_pic_id.
@Suite struct SpliceEncoderTests {
    @Test("An IDR has another id than its neighbours, and its frame stays what it was")
    func ids() throws {
        let recording = try CodedRecording(times: [0, 3000, 6000], duration: 9000, audio: [])
        let movie = try recording.recording.openMovie()
        let video = try CopyableVideo(movie, track: 0)
        let encoder = try SpliceEncoder.open(for: video, movie.streams[0].parameters)
        let reader = try FrameReader(movie, track: 0)
        try reader.seek(to: 3000, from: 0)
        let frame = try #require(reader.current)
        let neighbours: [[UInt32]] = [[], [0], [1], [2], [0, 1], [1, 0], [0, 2], [1, 2], [2, 1], [7, 65_535]]
        for ids in neighbours + neighbours.reversed() {
            let (packet, made) = try encoder.encode(frame, at: 0, isKeyframe: true, beside: ids)
            let id = try #require(made)
            #expect(!ids.contains(id))
            let unit = try #require(AccessUnit(sample: packet.withBytes { Array($0) }, lengthSize: 4)?.firstSlice)
            #expect(SliceStart(unit, sets: video.configuration.parameterSets)?.idrPicID == id)
            let decoder = try Decoder.open(movie.streams[0].parameters, timeBase: .oneOver(90_000))
            var packets = [packet][...]
            let decoded = try #require(try decoder.nextFrame { packets.popFirst() }, "no frame with id \(id)")
            #expect(try #require(decoded.signalToNoise(of: frame)) > 40)
            // Between two IDR frames, there may be frames that depend on the first one.
            #expect(try encoder.encode(frame, at: 1, isKeyframe: false, beside: []).idrPicID == nil)
        }
    }

    @Test("Noise, of which an encoder can leave out nothing unseen, stays at 40 dB")
    func noise() throws {
        let recording = try CodedRecording(times: [0, 3000], duration: 6000, audio: [])
        let movie = try recording.recording.openMovie()
        let video = try CopyableVideo(movie, track: 0)
        let encoder = try SpliceEncoder.open(for: video, movie.streams[0].parameters)
        let reader = try FrameReader(movie, track: 0)
        try reader.seek(to: 0, from: 0)
        let frame = try #require(reader.current)
        let decoder = try Decoder.open(movie.streams[0].parameters, timeBase: .oneOver(90_000))
        var random = SplitMix64.seeded()
        for number in 0..<6 {
            let noise = try frame.painted { planes in
                for plane in planes.planes {
                    let step = plane.isLuma ? 1 : 2
                    for row in 0..<frame.height / step {
                        let samples = plane.row(row, columns: 0..<frame.width / step)
                        for column in samples.indices { samples[column] = .random(in: 16...235, using: &random) }
                    }
                }
            }
            let (packet, _) = try encoder.encode(noise, at: Int64(number), isKeyframe: number % 3 == 0, beside: [])
            var packets = [packet][...]
            let decoded = try #require(try decoder.nextFrame { packets.popFirst() })
            #expect(try #require(decoded.signalToNoise(of: noise)) > 40)
        }
    }
}
