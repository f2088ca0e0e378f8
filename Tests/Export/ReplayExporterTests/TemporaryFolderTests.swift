import Files
import Foundation
import ReplayTestSupport
import Synchronization
import Testing

@testable import ReplayRendering

/// Checks temporary folders while other processes remove leftovers beside them.
@Suite struct TemporaryFolderTests {
    @Test("A folder that another process takes for a leftover before it is locked is made again")
    func race() async throws {
        let place = try TemporaryDirectory()
        let parent = try Directory.open(place.url.path)
        let isOver = Mutex(false)
        let removal = Thread { while !isOver.withLock({ $0 }) { parent.removeLeftovers(lockName: "lock") } }
        removal.start()
        defer { isOver.withLock { $0 = true } }
        for _ in 0..<3000 {
            let made = try TemporaryFolder(in: parent, lockName: "lock")
            #expect(made.folder.contains("lock") && !made.folder.isRemoved)
            try made.remove()
        }
    }

    @Test("A folder in one that was removed is refused")
    func removed() throws {
        let place = try TemporaryDirectory()
        let parent = try Directory.open(place.url.path).createDirectory("gone")
        #expect(!parent.isRemoved)
        try Directory.open(place.url.path).removeTree("gone")
        #expect(parent.isRemoved)
        #expect(throws: FileSystemError.self) { try TemporaryFolder(in: parent, lockName: "lock") }
    }
}
