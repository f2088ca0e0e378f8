import Glibc
import ReplayTestSupport
import Synchronization
import Testing
import Threads

@testable import Files

/// Checks `Directory` while another program uses the same folder.
@Suite struct DirectoryTests {
    /// A program that creates files in a folder which it has opened.
    private final class Creator: Sendable {
        private let created = Atomic(0)

        func create(_ count: Int, in folder: Directory) {
            for number in 0..<count {
                let file = openat(folder.descriptor, "proxy-\(number).new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                if file >= 0 { close(file) }
                created.add(1, ordering: .releasing)
            }
        }

        func waitForFirstFile() {
            while created.load(ordering: .acquiring) == 0 { sched_yield() }
        }
    }

    @Test("A folder is removed although another program still creates files in it")
    func removedWhileUsed() throws {
        let temporary = try TemporaryDirectory("files")
        let directory = try Directory.open(temporary.path)
        let opened = try directory.createDirectory("recording")
        let creator = Creator()
        let thread = try WorkerThread(named: "create files") { creator.create(500, in: opened) }
        creator.waitForFirstFile()
        let removal = Result { try directory.removeDirectory("recording") }
        thread.join()
        try removal.get()
        #expect(try directory.entries().isEmpty)
    }
}
