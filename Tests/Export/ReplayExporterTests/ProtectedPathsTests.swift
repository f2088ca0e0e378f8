import Foundation
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import Files
@testable import ReplayRendering

/// Checks the files and folders that no output replaces.
@Suite struct ProtectedPathsTests {
    @Test("A file that cannot be looked at is an error, for it would not be protected; one that is not there is none")
    func unreadableFile() throws {
        let directory = try TemporaryDirectory("places")
        let loop = directory.url.appending(path: "loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: "loop")
        var places = ProtectedPaths()
        #expect(throws: FileSystemError.self) { try places.add(file: loop, as: "the movie") }
        try places.add(file: directory.url.appending(path: "none").path, as: "the movie")
    }
}
