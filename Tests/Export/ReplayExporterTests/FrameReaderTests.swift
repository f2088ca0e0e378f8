import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie
import Testing

@testable import ReplayComposition

/// Checks which frames are decoded if only a part of a GOP is needed.
@Suite struct FrameReaderTests {
    @Test("Packets that are selected for several instants are decoded once, and for others all are again")
    func selection() throws {
        let times = (0..<30).map { Int64($0) * 3000 }
        let recording = try CodedRecording(times: times, duration: 90_000, audio: [])
        let movie = try recording.recording.openMovie()
        let reader = try FrameReader(movie, track: 0)
        var taken: [Int] = []
        let packets = (0..<20).map { sample in
            {
                taken.append(sample)
                return try movie.packet(track: 0, sample: sample)
            }
        }
        reader.selection = .packets(packets)
        try reader.seek(to: 15_000, from: 0)
        #expect(reader.currentTime == 15_000)
        reader.selection = .same
        try reader.seek(to: 50_000, from: 0)
        #expect(reader.currentTime == 48_000)
        #expect(taken == Array(0..<taken.count) && taken.count >= 17)
        // To go back, the reader decodes from the keyframe on.
        reader.selection = .same
        try reader.seek(to: 30_000, from: 0)
        #expect(reader.currentTime == 30_000)
        // The same is true for packets that were not selected.
        reader.selection = .packets(packets)
        try reader.seek(to: 3000, from: 0)
        try reader.seek(to: 80_000, from: 0)
        #expect(reader.currentTime == 78_000)
    }
}
