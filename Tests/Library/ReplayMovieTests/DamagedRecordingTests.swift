import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import Testing

/// Checks recordings with larger damage than a flipped bit.
@Suite struct DamagedRecordingTests {
    private func overwrite(_ file: URL, _ range: Range<Int>, with byte: UInt8 = 0) throws {
        var data = try Data(contentsOf: file)
        data.replaceSubrange(range, with: Data(repeating: byte, count: range.count))
        try data.write(to: file)
    }

    /// Returns the byte range of a fragment, with its boxes and its record.
    private func fragment(_ number: Int, of recording: SmallRecording) throws -> Range<Int> {
        let fragments = try recording.recording.openMovie().index.fragments
        // A record is longer than the first bytes of the next fragment's boxes.
        return Int(fragments[number - 1].media.upperBound)..<Int(fragments[number].media.upperBound)
    }

    @Test("A lost block is a gap: what stands before it and from the next keyframe on is there")
    func lostBlock() throws {
        let recording = try SmallRecording(isFinished: false)
        // Frames 21 to 23, in the GOP of frames 15 to 29.
        try overwrite(recording.movie, try fragment(7, of: recording))
        let damaged = try Data(contentsOf: recording.movie)
        let repair = try recording.repair()
        #expect(repair?.damage?.contains("cannot be read") == true)
        #expect(repair?.kept == MediaTime(value: 4, timescale: 1))
        let index = try recording.recording.openMovie().index
        let numbers = index.tracks[0].samples.map { $0.pts * SmallRecording.frameRate / 90_000 }
        #expect(numbers == Array(0..<21) + Array(30..<60))
        let gap = try #require(index.gaps.first)
        #expect(gap.range.start == MediaTime(value: 21, timescale: 15))
        #expect(try recording.recording.events().contains { $0.kind == .damaged && $0.time == gap.range.start })
        #expect(try recording.recording.state() == .damaged)
        #expect(try Data(contentsOf: recording.url("movie.damaged.mp4")) == damaged)
        // The repair is final: another one finds nothing.
        #expect(try recording.library.repair(isThorough: true).isEmpty)
        #expect(try recording.recording.damagedFiles().count == 1)
    }

    @Test("A lost header is that of recording.json")
    func lostHeader() throws {
        let recording = try SmallRecording(isFinished: true)
        let first = try #require(try recording.recording.openMovie().index.fragments.first)
        let header = try recording.recording.openMovie().header
        // Everything before the first media data: the header, its record and the first fragment's boxes.
        try overwrite(recording.movie, 0..<Int(first.media.lowerBound))
        let index = try recording.recording.openMovie().index
        #expect(index.tracks[0].samples.count == 60)
        #expect(try recording.recording.openMovie().header == header)
        #expect(try recording.repair(isThorough: true)?.id == recording.id)
        #expect(try Data(contentsOf: recording.movie).starts(with: header))
    }

    @Test("A movie of which nothing can be read is replaced by its proxy, and kept")
    func lostMovie() throws {
        let recording = try SmallRecording(isFinished: false, hasProxy: true)
        let movie = try Data(contentsOf: recording.movie)
        try overwrite(recording.movie, 0..<movie.count)
        #expect(try recording.repair()?.kept == MediaTime(value: 4, timescale: 1))
        #expect(try recording.recording.openMovie().index.tracks[0].samples.count == 60)
        #expect(try Data(contentsOf: recording.url("movie.damaged.mp4")) == Data(count: movie.count))
    }

    @Test("A torn end is covered, not cut off, and what follows it is read")
    func tornEnd() throws {
        let recording = try SmallRecording(isFinished: false)
        let movie = try Data(contentsOf: recording.movie)
        let torn = try fragment(12, of: recording)
        try movie.prefix(torn.lowerBound + torn.count * 9 / 10).write(to: recording.movie)
        _ = try recording.repair()
        let repaired = try Data(contentsOf: recording.movie)
        #expect(repaired.count == torn.lowerBound + torn.count * 9 / 10)
        let index = try recording.recording.openMovie().index
        #expect(!index.isTruncated && !index.isDamaged)
        #expect(index.tracks[0].samples.count == 36)
        #expect(index.wholeEnd == Int64(repaired.count))
    }

    @Test("A recording whose recording.json is gone is listed as damaged, and gets another")
    func lostFacts() throws {
        let recording = try SmallRecording(isFinished: true)
        try Data("no JSON".utf8).write(to: recording.url("recording.json"))
        let listed = try #require(try recording.library.recordings().first)
        #expect(listed.state() == .damaged)
        #expect(listed.facts.damage?.contains("recording.json") == true)
        #expect(abs(listed.facts.createdAt.timeIntervalSinceNow) < 120)
        _ = try recording.repair()
        #expect(try recording.recording.facts.ending?.frames == 60)
        #expect(try recording.recording.state() == .damaged)
        #expect(try Data(contentsOf: recording.url("recording.damaged.json")) == Data("no JSON".utf8))
        try FileManager.default.removeItem(at: recording.url("recording.json"))
        _ = try recording.repair()
        #expect(try recording.recording.facts.ending?.frames == 60)
    }

    @Test("A thorough repair finds media data that is not as it was recorded, and says so once")
    func mediaData() throws {
        let recording = try SmallRecording(isFinished: true)
        #expect(try recording.library.repair(isThorough: true).isEmpty)
        let media = try recording.recording.openMovie().index.fragments[10].media
        try overwrite(recording.movie, Int(media.lowerBound) + 30..<Int(media.lowerBound) + 31, with: 0xA5)
        #expect(try recording.library.repair().isEmpty)
        let damage = try #require(try recording.repair(isThorough: true)?.damage)
        #expect(damage.contains("0:02.000 to 0:02.200"), "\(damage)")
        #expect(try recording.recording.state() == .damaged)
        #expect(try recording.library.repair(isThorough: true).isEmpty)
    }

    @Test("A movie of an earlier version, without records, is read past a damaged fragment")
    func withoutRecords() throws {
        let recording = try SmallRecording(isFinished: false)
        var data = try Data(contentsOf: recording.movie)
        let fragments = try recording.recording.openMovie().index.fragments
        // The records become boxes of unknown contents.
        for start in [Int(try recording.recording.openMovie().header.count)]
            + fragments.map({ Int($0.media.upperBound) })
        {
            data.replaceSubrange(start + 8..<start + 24, with: Data(repeating: 7, count: 16))
        }
        try data.write(to: recording.movie)
        #expect(try recording.recording.openMovie().index.fragments.allSatisfy { $0.mediaHash == nil })
        let boxes = Int(fragments[6].media.upperBound)..<Int(fragments[7].media.lowerBound)
        for byte in boxes {
            var damaged = data
            damaged[byte] ^= 1 << UInt8(byte % 8)
            try damaged.write(to: recording.movie)
            let numbers = try recording.recording.openMovie().index.tracks[0].samples
                .map { $0.pts * SmallRecording.frameRate / 90_000 }
            #expect(
                numbers.starts(with: 0..<21) && numbers.suffix(30) == Array(30..<60)[...],
                "byte \(byte - boxes.lowerBound): \(numbers)")
        }
    }
}
