import Foundation
import Geometry
import PointerShapes
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks the file of a pointer's shapes, written and read, also if it is damaged.
@Suite struct PointerShapeTests {
    private static let shapes = (1...4).map { number in
        PointerShape(
            pixels: (0..<UInt32(number * number * 2)).map { $0 << 24 | UInt32(number) },
            size: PixelSize(width: number, height: number * 2), hotspot: PixelPoint(x: number, y: 1),
            name: number == 2 ? "left_ptr" : "")
    }

    private func recording(_ bytes: [UInt8]?) throws -> (Recording, TemporaryDirectory) {
        let directory = try TemporaryDirectory("shapes")
        let library = try RecordingLibrary.open(home: directory.url.path)
        let (recording, _) = try library.create(RecordingFacts(id: .generate(), name: nil, origin: .screen))
        if let bytes { try Data(bytes).write(to: URL(filePath: recording.path + "/shapes.bin")) }
        return (recording, directory)
    }

    @Test("Shapes are read as they were written, and where there is no file there are none")
    func whole() throws {
        let (recording, directory) = try recording((Self.shapes + [.invisible]).flatMap(\.bytes))
        #expect(try recording.pointerShapes == Self.shapes + [.invisible] && recording.hasPointerShapes)
        let (none, other) = try self.recording(nil)
        #expect(try none.pointerShapes.isEmpty && !none.hasPointerApart && none.endPointerShapes().isEmpty)
        withExtendedLifetime((directory, other)) {}
    }

    @Test("Lost shapes are replaced before new ones are added, so that none gets a number that is used")
    func missing() throws {
        let (recording, directory) = try recording(nil)
        let entries = [1, 3].map { PointerEntry(time: 0, kind: .shaped, x: $0, y: 1000) }
        try Data(entries.flatMap(\.bytes)).write(to: URL(filePath: recording.path + "/pointer.bin"))
        #expect(try recording.hasPointerApart && !recording.hasPointerShapes)
        #expect(try recording.endPointerShapes() == [.missing, .missing, .missing])
        #expect(try recording.pointerShapes == [.missing, .missing, .missing])
        withExtendedLifetime(directory) {}
    }

    @Test("Any byte that is changed, and any byte that is missing, costs what follows and nothing before it")
    func damaged() throws {
        let bytes = Self.shapes.flatMap(\.bytes)
        let ends = Self.shapes.indices.map { Self.shapes[...$0].reduce(0) { $0 + $1.bytes.count } }
        for place in bytes.indices {
            let whole = ends.count { $0 <= place }
            for damage in [UInt8(1), 0x80] {
                var bytes = bytes
                bytes[place] ^= damage
                let (recording, directory) = try recording(bytes)
                #expect(try recording.pointerShapes == Array(Self.shapes[..<whole]), "\(place) \(damage)")
                withExtendedLifetime(directory) {}
            }
            let (recording, directory) = try recording(Array(bytes[..<place]))
            #expect(try recording.endPointerShapes() == Array(Self.shapes[..<whole]))
            let left = try Data(contentsOf: URL(filePath: recording.path + "/shapes.bin")).count
            #expect(left == (whole == 0 ? 0 : ends[whole - 1]))
            withExtendedLifetime(directory) {}
        }
    }
}
