import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

/// Checks recordings with flipped bits.
@Suite struct BitRotTests {
    /// The position of a bit, counted from the file's first bit.
    private typealias Bit = Int

    private static let isThorough = ProcessInfo.processInfo.environment["REPLAY_TORTURE"] != nil

    /// Returns the bits of the file's first 4 KiB and of all boxes around media data. Ordinary tests use a sample.
    private static func bits(of recording: SmallRecording) throws -> [Bit] {
        let index = try recording.recording.openMovie().index
        let size = try Data(contentsOf: recording.movie).count
        var bytes = Set(0..<min(4096, size))
        var end = 0
        for fragment in index.fragments {
            bytes.formUnion(end..<Int(fragment.media.lowerBound))
            end = Int(fragment.media.upperBound)
        }
        bytes.formUnion(end..<size)
        let bits = bytes.sorted().flatMap { byte in (0..<8).map { byte * 8 + $0 } }
        guard !isThorough else { return bits }
        var random = SplitMix64.seeded()
        return Array(bits.shuffled(using: &random).prefix(400))
    }

    private static func flipped(_ data: Data, _ bit: Bit) -> Data {
        var data = data
        data[bit / 8] ^= 1 << UInt8(bit % 8)
        return data
    }

    @Test("A flipped bit in any box of a movie costs at most the frames of its fragment", arguments: [true, false])
    func read(isFinished: Bool) throws {
        let recording = try SmallRecording(isFinished: isFinished)
        let movie = try Data(contentsOf: recording.movie)
        let whole = try recording.recording.openMovie().index.tracks[0].samples
        for bit in try Self.bits(of: recording) {
            try Self.flipped(movie, bit).write(to: recording.movie)
            let index = try recording.recording.openMovie().index
            let samples = index.tracks[0].samples
            let missing = whole.count - samples.count
            #expect(missing <= Int(SmallRecording.framesPerFragment), "bit \(bit): \(missing) frames are missing")
            #expect(Set(samples.map(\.pts)).isSubset(of: whole.map(\.pts)), "bit \(bit)")
            #expect(index.end == MediaTime(value: 360_000, timescale: 90_000) || missing > 0, "bit \(bit)")
        }
    }

    @Test("Each bit of a fragment's boxes is restored: no frame is lost, and the media data is known to be intact")
    func restored() throws {
        let recording = try SmallRecording(isFinished: true)
        let movie = try Data(contentsOf: recording.movie)
        let intact = try recording.recording.openMovie().index
        let media = try #require(intact.fragments.dropFirst(5).first).media
        let boxes = Int(intact.fragments[4].media.upperBound)..<Int(media.lowerBound)
        for byte in boxes {
            try Self.flipped(movie, byte * 8 + byte % 8).write(to: recording.movie)
            let reader = try recording.recording.openMovie()
            #expect(reader.index.tracks[0].samples.elementsEqual(intact.tracks[0].samples), "byte \(byte)")
            #expect(try reader.verify(at: media.lowerBound) == .intact)
            #expect(reader.index.gaps.isEmpty)
        }
    }

    @Test("Each flipped bit of media data is found by the fragment's hash, and by no other's")
    func mediaData() throws {
        let recording = try SmallRecording(isFinished: true)
        let movie = try Data(contentsOf: recording.movie)
        let fragments = try recording.recording.openMovie().index.fragments
        var random = SplitMix64.seeded()
        for _ in 0..<50 {
            let hit = Int.random(in: fragments.indices, using: &random)
            let byte = Int64.random(in: fragments[hit].media, using: &random)
            try Self.flipped(movie, Int(byte) * 8 + Int.random(in: 0..<8, using: &random)).write(to: recording.movie)
            let reader = try recording.recording.openMovie()
            for (place, fragment) in fragments.enumerated() {
                #expect(try reader.verify(at: fragment.media.lowerBound) == (place == hit ? .damaged : .intact))
            }
        }
    }

    @Test("A repair of an interrupted movie in which a bit flipped keeps all files and all readable frames")
    func repair() throws {
        let recording = try SmallRecording(isFinished: false)
        let (movie, facts) = (
            try Data(contentsOf: recording.movie), try Data(contentsOf: recording.url("recording.json"))
        )
        for bit in try Self.bits(of: recording).prefix(Self.isThorough ? .max : 60) {
            let damaged = Self.flipped(movie, bit)
            try damaged.write(to: recording.movie)
            let repair = try #require(try recording.repair(), "bit \(bit)")
            #expect(repair.kept == MediaTime(value: 4, timescale: 1), "bit \(bit): \(repair)")
            let repaired = try recording.recording.openMovie().index
            #expect(repaired.tracks[0].samples.count >= 57, "bit \(bit)")
            #expect(!repaired.isDamaged || !repaired.gaps.isEmpty, "bit \(bit)")
            let aside = recording.url("movie.damaged.mp4")
            let original = FileManager.default.fileExists(atPath: aside.path) ? aside : recording.movie
            // A repair may overwrite the size and type of a box at the end of the file.
            let kept = try Data(contentsOf: original)
            #expect(kept.count == damaged.count && zip(kept, damaged).count { $0 != $1 } <= 8, "bit \(bit)")
            try? FileManager.default.removeItem(at: aside)
            try facts.write(to: recording.url("recording.json"))
        }
    }

    @Test("A flipped bit in recording.json neither hides nor removes a recording")
    func facts() throws {
        let recording = try SmallRecording(isFinished: true)
        let facts = try Data(contentsOf: recording.url("recording.json"))
        let movie = try Data(contentsOf: recording.movie)
        var random = SplitMix64.seeded()
        let bits =
            Self.isThorough
            ? Array(0..<facts.count * 8)
            : (0..<200).map { _ in
                Int.random(in: 0..<facts.count * 8, using: &random)
            }
        for bit in bits {
            try Self.flipped(facts, bit).write(to: recording.url("recording.json"))
            _ = try recording.library.repair()
            #expect(try recording.library.recordings().map(\.id) == [recording.id], "bit \(bit)")
            #expect(try Data(contentsOf: recording.movie) == movie, "bit \(bit)")
            try? FileManager.default.removeItem(at: recording.url("recording.damaged.json"))
        }
    }
}
