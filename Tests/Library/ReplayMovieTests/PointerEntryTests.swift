import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks pointer entries, written and read, also from a damaged file.
@Suite struct PointerEntryTests {
    private static let entries: [PointerEntry] = (0..<9).map { entry($0) }

    private static func entry(_ number: Int) -> PointerEntry {
        let kinds: [PointerEntry.Kind] = [.moved, .pressed, .released, .left]
        return PointerEntry(
            time: Int64(number) * 9000, kind: kinds[number % 4], button: UInt8(number), x: UInt16(number * 1000),
            y: UInt16(16_383 - number))
    }

    private func recording(_ bytes: [UInt8]?) throws -> (Recording, TemporaryDirectory) {
        let directory = try TemporaryDirectory("pointer")
        let library = try RecordingLibrary.open(home: directory.url.path)
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: nil, origin: .screen))
        if let bytes { try Data(bytes).write(to: URL(filePath: recording.path + "/pointer.bin")) }
        return (recording, directory)
    }

    @Test("Entries are 16 bytes, and are read as they were written")
    func whole() throws {
        #expect(Self.entries.allSatisfy { $0.bytes.count == 16 && PointerEntry($0.bytes[...]) == $0 })
        #expect(
            PointerEntry(Self.entries[1].bytes.dropLast()) == nil
                && PointerEntry(Array(repeating: 0, count: 16)[...]) == nil)
        let (recording, directory) = try recording(Self.entries.flatMap(\.bytes))
        #expect(try recording.entries(of: PointerEntry.self) == Self.entries)
        #expect(try recording.pointerSummary?.positions == 3 && recording.pointerSummary?.clicks == 2)
        #expect(try recording.pointerSummary?.description == "3 positions, 2 clicks")
        withExtendedLifetime(directory) {}
    }

    @Test("Any byte that is changed, and any byte that is missing, costs what follows and nothing before it")
    func damaged() throws {
        let bytes = Self.entries.flatMap(\.bytes)
        for place in bytes.indices {
            for damage in [UInt8(1), 0x80] {
                var bytes = bytes
                bytes[place] ^= damage
                let (recording, directory) = try recording(bytes)
                #expect(
                    try recording.entries(of: PointerEntry.self) == Array(Self.entries[..<(place / 16)]),
                    "\(place) \(damage)")
                withExtendedLifetime(directory) {}
            }
            let (recording, directory) = try recording(Array(bytes[..<place]))
            #expect(try recording.entries(of: PointerEntry.self) == Array(Self.entries[..<(place / 16)]))
            withExtendedLifetime(directory) {}
        }
    }

    @Test("Where there is no file, or something else of its name, or times go backwards, there is nothing more")
    func strange() throws {
        let (none, first) = try recording(nil)
        #expect(
            try none.entries(of: PointerEntry.self).isEmpty && none.pointerSummary == nil && !none.hasPointerEntries)
        try FileManager.default.createDirectory(atPath: none.path + "/pointer.bin", withIntermediateDirectories: false)
        #expect(try none.entries(of: PointerEntry.self).isEmpty)
        let (backwards, second) = try recording((Self.entries + Self.entries).flatMap(\.bytes))
        #expect(try backwards.entries(of: PointerEntry.self) == Self.entries)
        withExtendedLifetime((first, second)) {}
    }

    @Test("Many entries are read, over all chunks")
    func many() throws {
        let entries = (0..<20_000).map { (number: Int) in
            PointerEntry(time: Int64(number), kind: .moved, x: UInt16(number % 500))
        }
        let (recording, directory) = try recording(entries.flatMap(\.bytes))
        #expect(try recording.entries(of: PointerEntry.self) == entries)
        withExtendedLifetime(directory) {}
    }

    @Test("Before more is added the file ends where the movie does, without what is damaged")
    func ended() throws {
        let garbage: [UInt8] = [1, 2, 3]
        let (recording, directory) = try recording(Self.entries.flatMap(\.bytes) + garbage)
        try recording.endPointerEntries(at: 40_000)
        let left = PointerEntry(time: 40_000, kind: .left)
        #expect(try recording.entries(of: PointerEntry.self) == Array(Self.entries[...4]) + [left])
        #expect(try Data(contentsOf: URL(filePath: recording.path + "/pointer.bin")).count == 6 * 16)
        let (none, other) = try self.recording(nil)
        try none.endPointerEntries(at: 1)
        #expect(!FileManager.default.fileExists(atPath: none.path + "/pointer.bin"))
        withExtendedLifetime((directory, other)) {}
    }

    @Test("Without a range nothing of it is left, and it is not known where the pointer is in it")
    func redacted() {
        let left = PointerEntry(time: 9000, kind: .left)
        #expect(Self.entries.without(9000..<27_001) == [Self.entries[0], left] + Self.entries[4...])
        #expect(Self.entries.without(9001..<9500) == Self.entries)
        #expect([PointerEntry]().without(0..<9) == [])
    }

    @Test("The shape that the pointer had after a range stays known")
    func redactedShape() {
        let entries = [
            PointerEntry(time: 0, kind: .shaped, x: 1, y: 1000), PointerEntry(time: 0, kind: .moved, x: 4, y: 4),
            PointerEntry(time: 20, kind: .shaped, x: 2, y: 1000), PointerEntry(time: 25, kind: .moved, x: 5, y: 5),
            PointerEntry(time: 40, kind: .moved, x: 6, y: 6),
        ]
        let left = PointerEntry(time: 10, kind: .left)
        #expect(
            entries.without(10..<30) == Array(entries[..<2]) + [
                left, PointerEntry(time: 40, kind: .shaped, x: 2, y: 1000), entries[4],
            ])
        #expect(entries.without(10..<50) == Array(entries[..<2]) + [left])
        let away = entries[..<4] + [PointerEntry(time: 28, kind: .left)] + entries[4...]
        #expect(Array(away).without(10..<30) == Array(entries[..<2]) + [left, entries[4]])
    }
}
