import FFmpeg
import Files
import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import ReplayMovie

/// Checks the reader of a movie that grows, against the reader of the whole movie.
@Suite struct MovieFollowerTests {
    private let directory: TemporaryDirectory
    private let folder: Directory
    private let bytes: Data
    private static let (whole, growing) = ("whole.mp4", "growing.mp4")

    init() throws {
        directory = try TemporaryDirectory("follower")
        folder = try Directory.open(directory.path)
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc=s=128x96:r=30:d=6", "-f", "lavfi", "-i",
            "sine=d=6:r=48000", "-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "30", "-c:a", "aac",
            "-frag_duration", "200000", "-movflags", "empty_moov+default_base_moof+frag_discont+skip_trailer",
            directory.path(Self.whole),
        ])
        bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path(Self.whole)))
    }

    /// A packet's place in its track, for comparisons.
    private struct Entry: Hashable {
        let track: Int
        let dts, pts: Int64?
        let size: Int
        let isKeyframe: Bool

        init(_ packet: Packet) {
            (track, dts, pts) = (packet.streamIndex, packet.dts, packet.pts)
            (size, isKeyframe) = (packet.size, packet.isKeyframe)
        }
    }

    /// The packets of each track, as the reader of the whole movie returns them.
    private func expected() throws -> [[Entry]] {
        let movie = try MovieReader.open(Self.whole, in: folder)
        return try movie.index.tracks.indices.map { track in
            try movie.index.tracks[track].samples.indices.map { Entry(try movie.packet(track: track, sample: $0)) }
        }
    }

    private func write(_ count: Int) throws {
        try bytes.prefix(count).write(to: URL(fileURLWithPath: directory.path(Self.growing)))
    }

    private func append(_ range: Range<Int>) throws {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: directory.path(Self.growing)))
        try file.seekToEnd()
        try file.write(contentsOf: bytes[range])
        try file.close()
    }

    /// The size of the header: `ftyp` and `moov`.
    private func headerSize() throws -> Int { try MovieReader.open(Self.whole, in: folder).header.count }

    @Test("Whatever pieces the file grows by, every packet comes once, in order, when its fragment is complete")
    func grows() throws {
        var random = SplitMix64.seeded()
        let expected = try expected()
        for _ in 0..<20 {
            var size = try headerSize() + Int.random(in: 0...200, using: &random)
            try write(size)
            let movie = try MovieFollower(Self.growing, in: folder)
            var found: [[Entry]] = Array(repeating: [], count: movie.streams.count)
            var times: [Double] = []
            while true {
                try movie.update()
                while let packet = try movie.read() {
                    found[packet.streamIndex].append(Entry(packet))
                    let timeBase = movie.streams[packet.streamIndex].timeBase
                    times.append(Double(packet.dts ?? 0) * Double(timeBase.numerator) / Double(timeBase.denominator))
                }
                #expect(movie.backlog == 0)
                guard size < bytes.count else { break }
                let end = min(bytes.count, size + Int.random(in: 1...20_000, using: &random))
                try append(size..<end)
                size = end
            }
            #expect(found == expected)
            // Tracks are interleaved: no packet is later than one that follows by more than a fragment's length.
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 - $1 < 0.3 })
        }
    }

    @Test("It begins with the newest keyframe, counts what it leaves out, and continues from a fragment")
    func skips() throws {
        let expected = try expected()
        let video = expected.firstIndex { $0.first?.isKeyframe == true && $0.count == 180 } ?? 0
        try write(bytes.count)
        let movie = try MovieFollower(Self.growing, in: folder)
        #expect(try movie.update(skippingToKeyframe: true).frames == 150)
        // The audio packet that is heard at the keyframe comes first.
        let audio = try #require(try movie.read())
        let start = try #require(expected[video][150].dts)
        let times = [audio.dts, audio.dts.map { $0 + audio.duration }].map { Double($0 ?? 0) / 48000 }
        let origin =
            Double(start) * Double(movie.streams[video].timeBase.numerator)
            / Double(movie.streams[video].timeBase.denominator)
        #expect(audio.streamIndex != video && times[0] <= origin && times[1] > origin)
        let first = try #require(try movie.read())
        #expect(first.isKeyframe && Entry(first) == expected[video][150])
        for _ in 0..<20 { _ = try movie.read() }
        let place = try #require(movie.place)

        // Another reader begins with the keyframe again, and counts only frames that the first one has not passed.
        let other = try MovieFollower(Self.growing, in: folder, after: place)
        #expect(try other.update(skippingToKeyframe: true).frames == 0)
        var rest: [Entry] = []
        while let packet = try other.read() {
            if packet.streamIndex == video { rest.append(Entry(packet)) }
        }
        #expect(rest == Array(expected[video][150...]))
    }

    /// Writes the movie in parts, and calls `body` after each fragment.
    private func writeParts(keeping length: Int64, _ body: () throws -> Void) throws {
        let whole = try MovieReader.open(Self.whole, in: folder)
        let tracks = zip(whole.streams, whole.index.tracks).map {
            MovieTrack(parameters: $0.parameters, timeBase: $1.timeBase)
        }
        let writer = try RollingMovieWriter(
            in: folder, tracks: tracks, keeping: MediaTime(value: length, timescale: 1))
        let follower = try MovieFollower(Self.whole, in: folder)
        try follower.update()
        var count = 0
        while let packet = try follower.read() {
            try writer.write(packet)
            count += 1
            guard count.isMultiple(of: 9) else { continue }
            try writer.endFragment()
            try body()
        }
        try writer.finish()
    }

    @Test("A movie in parts is read part by part, without a gap; another reader continues from a part")
    func parts() throws {
        var (movie, places): (MovieFollower?, [MovieFollower.Place]) = (nil, [])
        var found: [[Entry]] = []
        func read() throws {
            let reader = try movie ?? MovieFollower(Self.growing, in: folder)
            if movie == nil { found = Array(repeating: [], count: reader.streams.count) }
            movie = reader
            #expect(try !reader.update().isGap)
            while let packet = try reader.read() { found[packet.streamIndex].append(Entry(packet)) }
            if let place = reader.place { places.append(place) }
        }
        // A part lasts as long as a GOP, a second.
        try writeParts(keeping: 10, read)
        try read()
        let expected = try expected()
        #expect(try folder.entries().filter { MoviePart(name: $0) != nil }.count == 6)
        // The writer has a time scale of its own.
        #expect(found.map { $0.map(\.size) } == expected.map { $0.map(\.size) })
        #expect(found.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { ($0.dts ?? 0) < ($1.dts ?? 0) } })
        let other = try MovieFollower(Self.growing, in: folder, after: places[places.count / 2])
        try other.update()
        let video = expected.firstIndex { $0.count == 180 } ?? 0
        var rest: [Entry] = []
        while let packet = try other.read() { if packet.streamIndex == video { rest.append(Entry(packet)) } }
        #expect(rest.first?.isKeyframe == true && rest == found[video].suffix(rest.count) && rest.count >= 60)
    }

    @Test("Where parts were removed before they were read, there is a gap, and a keyframe after it")
    func removedParts() throws {
        var movie: MovieFollower?
        var (count, hasGap) = (0, false)
        try writeParts(keeping: 1) {
            count += 1
            let reader = try movie ?? MovieFollower(Self.growing, in: folder)
            movie = reader
            // Reads at the beginning, and not again for longer than the parts are kept.
            guard count < 5 || count > 40 else { return }
            let isGap = try reader.update().isGap
            var packets: [Packet] = []
            while let packet = try reader.read() { packets.append(packet) }
            if isGap { #expect(packets.first { reader.streams[$0.streamIndex].kind == .video }?.isKeyframe == true) }
            hasGap = hasGap || isGap
        }
        #expect(hasGap)
    }

    @Test("A file without a header, or with garbage behind it, gives no packets and no crash")
    func damaged() throws {
        try write(20)
        #expect(throws: MovieError.self) { try MovieFollower(Self.growing, in: folder) }
        var random = SplitMix64.seeded()
        for _ in 0..<40 {
            var garbage = bytes
            for _ in 0..<8 {
                let place = Int.random(in: try headerSize()..<garbage.count, using: &random)
                garbage[place] = UInt8.random(in: 0...255, using: &random)
            }
            try garbage.write(to: URL(fileURLWithPath: directory.path(Self.growing)))
            // Damage may end the reading with an error.
            guard let movie = try? MovieFollower(Self.growing, in: folder), (try? movie.update()) != nil else {
                continue
            }
            var count = 0
            while let packet = try? movie.read() { count += packet.size > 0 ? 1 : 0 }
            #expect(count <= 500)
        }
    }
}
