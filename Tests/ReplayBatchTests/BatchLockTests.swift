import Foundation
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

@testable import ReplayBatch

@Suite struct BatchLockTests {
    private func open(_ path: String) -> Int32 { Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }

    private func isFree(_ path: String) throws -> Bool {
        guard let lock = try BatchLock(descriptor: open(path), path: path) else { return false }
        _ = consume lock
        return true
    }

    @Test("One holder at a time; what cannot be locked is an error, and no other holder")
    func lock() throws {
        let directory = try TemporaryDirectory("lock")
        let path = directory.path("lock")
        guard let held = try BatchLock(descriptor: open(path), path: path) else {
            Issue.record("nobody has it")
            return
        }
        #expect(try !isFree(path))
        _ = consume held
        #expect(try isFree(path))
        let error = #expect(throws: FileSystemError.self) { _ = try BatchLock(descriptor: -1, path: path) }
        #expect(error?.code == EBADF && error?.description.contains(path) == true)
    }
}
