import Foundation
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

/// Checks changes of the screen, written and read, also from a damaged file.
@Suite struct ChangeEntryTests {
    private static let entries = (0..<9).map { entry($0) }

    private static func entry(_ number: Int) -> ChangeEntry {
        ChangeEntry(
            time: 3_000_000_000 + Int64(number) * 9000, x: UInt16(number), y: UInt16(16_383 - number),
            width: UInt16(number + 1), height: UInt16(1000 * number + 1000))
    }

    private func recording(_ bytes: [UInt8]) throws -> (Recording, TemporaryDirectory) {
        let directory = try TemporaryDirectory("changes")
        let library = try RecordingLibrary.open(home: directory.url.path)
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: nil, origin: .screen))
        try Data(bytes).write(to: URL(filePath: recording.path + "/changes.bin"))
        return (recording, directory)
    }

    @Test("Entries are 16 bytes, are read as they were written, and any damage costs only what follows")
    func reading() throws {
        #expect(Self.entries.allSatisfy { $0.bytes.count == 16 && ChangeEntry($0.bytes[...]) == $0 })
        #expect(ChangeEntry(Array(repeating: 0, count: 16)[...]) == nil)
        let bytes = Self.entries.flatMap(\.bytes)
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x41
            let (recording, directory) = try recording(damaged)
            #expect(try recording.entries(of: ChangeEntry.self) == Array(Self.entries[..<(place / 16)]), "\(place)")
            withExtendedLifetime(directory) {}
        }
    }

    @Test("Before more is added the file ends where the movie does, and a redaction removes those of its range")
    func shortening() throws {
        let (recording, directory) = try recording(Self.entries.flatMap(\.bytes) + [1, 2, 3])
        try recording.endEntries(of: ChangeEntry.self, at: Self.entries[6].time)
        #expect(try recording.entries(of: ChangeEntry.self) == Array(Self.entries[...6]))
        func time(_ number: Int) -> MediaTime { MediaTime(value: Self.entries[number].time, timescale: 90_000) }
        try recording.writeRedacted(ChangeEntry.self, without: TimeRange(start: time(2), end: time(4)))
        let left = try Data(contentsOf: URL(filePath: recording.path + "/changes.bin.part"))
        #expect(Array(left) == (Self.entries[..<2] + Self.entries[5...6]).flatMap(\.bytes))
        withExtendedLifetime(directory) {}
    }
}
