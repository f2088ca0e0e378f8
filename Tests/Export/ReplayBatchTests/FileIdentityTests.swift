import Foundation
import Testing

@testable import ReplayBatch

@Suite struct FileIdentityTests {
    @Test("A file whose date is centuries away is known again", arguments: [1 << 40, -(1 << 40), 32_503_680_000])
    func dates(seconds: Int) throws {
        // In memory, because other file systems may not store such dates.
        let path = "/dev/shm/replay-\(UUID().uuidString)"
        try Data("movie".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let times = Array(repeating: timespec(tv_sec: seconds, tv_nsec: 1), count: 2)
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        let identity = try FileIdentity.of(path)
        #expect(identity.isThat(of: path))
        try Data("other".utf8).write(to: URL(filePath: path))
        #expect(!identity.isThat(of: path))
    }
}
