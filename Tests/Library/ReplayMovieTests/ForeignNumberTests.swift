import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

/// Checks numbers in a movie's boxes that are far from plausible.
@Suite struct ForeignNumberTests {
    /// Numbers around the limits of the fields.
    private static let edges: [UInt64] = [
        0, 1, 0x7F, 0x80, 0xFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 1 << 57, 1 << 58, 1 << 60, (1 << 63) - 1,
        1 << 63,
        .max,
    ]

    @Test("Numbers near the limits of their fields, anywhere in the boxes, are read or refused, never trapped")
    func boxes() throws {
        let recording = try SmallRecording(isFinished: true)
        var random = SplitMix64.seeded()
        var movie = try Data(contentsOf: recording.movie)
        let index = try recording.recording.openMovie().index
        // Without records, the reader uses the numbers in the boxes.
        for start in [try recording.recording.openMovie().header.count]
            + index.fragments.map({ Int($0.media.upperBound) })
        {
            movie.replaceSubrange(start + 8..<start + 24, with: Data(repeating: 7, count: 16))
        }
        let starts = [0] + index.fragments.map { Int($0.media.upperBound) }
        let boxes = zip(starts, index.fragments.map { Int($0.media.lowerBound) }).flatMap { Array($0..<$1) }
        for _ in 0..<400 {
            var damaged = movie
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = boxes.randomElement(using: &random) ?? 0
                let value = Self.edges.randomElement(using: &random) ?? 0
                let bytes = withUnsafeBytes(of: value.bigEndian) { Data($0) }.suffix(
                    Bool.random(using: &random) ? 8 : 4)
                damaged.replaceSubrange(place..<place + bytes.count, with: bytes)
            }
            try damaged.write(to: recording.movie)
            guard let reader = try? recording.recording.openMovie() else { continue }
            // The uses of an index: its length, its samples' order and its packets.
            _ = reader.index.end
            _ = recording.recordingLength(reader.index)
            for place in reader.index.samplesByTime.prefix(5) {
                _ = try? reader.verifiedPacket(track: place.track, sample: place.number)
            }
            for track in reader.index.tracks {
                #expect(
                    track.samples.allSatisfy { MediaTime(validating: $0.pts, timescale: Int64(track.timescale)) != nil }
                )
            }
        }
    }
}

extension SmallRecording {
    fileprivate func recordingLength(_ index: MovieIndex) -> MediaTime? { try? recording.duration(of: index) }
}
