import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayControl

/// Checks the file with the source that the desktop shared last time.
@Suite struct SharedSourceFileTests {
    @Test("Only a file that is not there, or that nobody understands, is known to be empty")
    func emptiness() throws {
        let directory = try TemporaryDirectory("shared")
        let file = try SharedSourceFile.open(home: directory.path("home"))
        let path = directory.path("home/shared-source.json")
        #expect(file.isKnownToBeEmpty)
        try Data("{".utf8).write(to: URL(filePath: path))
        #expect(file.isKnownToBeEmpty)
        try FileManager.default.removeItem(atPath: path)
        // The file cannot be read now.
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
        #expect(!file.isKnownToBeEmpty)
    }
}
