import Descriptors
import FFmpeg
import Foundation
import SystemPackage
import Testing

struct ContentHashTests {
    @Test("The division makes no difference")
    func theDivisionMakesNoDifference() throws {
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 13) }
        let parts = try ContentHash()
        for start in stride(from: 0, to: bytes.count, by: 77_777) {
            parts.update(Array(bytes[start..<min(start + 77_777, bytes.count)]))
        }
        let whole = try ContentHash.of(bytes)
        #expect(parts.finish() == whole)
        #expect(whole.count == ContentHash.length)
    }

    @Test("A file has the hash of its bytes")
    func aFileHasTheHashOfItsBytes() throws {
        let path = NSTemporaryDirectory() + "content-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        var bytes = [UInt8](repeating: 7, count: (2 << 20) + 5)
        try Data(bytes).write(to: URL(filePath: path))
        let file = OwnedDescriptor(try FileDescriptor.open(path, .readOnly))
        #expect(try ContentHash.of(file, name: path) == ContentHash.of(bytes))
        bytes[1 << 20] ^= 1
        #expect(try ContentHash.of(file, name: path) != ContentHash.of(bytes))
    }

    @Test("What cannot be read is said")
    func whatCannotBeReadIsSaid() throws {
        let folder = OwnedDescriptor(try FileDescriptor.open("/", .readOnly))
        #expect(throws: FFmpegError.self) { try ContentHash.of(folder, name: "nothing") }
    }

    @Test("Nothing has a hash too")
    func nothingHasAHashToo() throws {
        #expect(try ContentHash.of([]) == ContentHash.of([]))
        #expect(try ContentHash.of([]) != ContentHash.of([0]))
    }
}
