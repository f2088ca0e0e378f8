import Descriptors
import Foundation
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import SystemPackage
import Testing

@testable import Files
@testable import ReplayBatch

@Suite struct BatchLockTests {
    private func open(_ path: String) throws -> OwnedDescriptor {
        try OwnedDescriptor(opening: path, mode: .readWrite, options: .create, permissions: .ownerReadWrite)
    }

    private func isFree(_ path: String) throws -> Bool {
        guard let lock = try BatchLock(open(path), path: path) else { return false }
        _ = consume lock
        return true
    }

    @Test("One holder at a time; what cannot be locked is an error, and no other holder")
    func lock() throws {
        let directory = try TemporaryDirectory("lock")
        let path = directory.path("lock")
        guard let held = try BatchLock(open(path), path: path) else {
            Issue.record("nobody has it")
            return
        }
        #expect(try !isFree(path))
        _ = consume held
        #expect(try isFree(path))
        let none = OwnedDescriptor(FileDescriptor(rawValue: -1))
        let error = #expect(throws: FileSystemError.self) { _ = try BatchLock(none, path: path) }
        #expect(error?.code == EBADF && error?.description.contains(path) == true)
    }
}
