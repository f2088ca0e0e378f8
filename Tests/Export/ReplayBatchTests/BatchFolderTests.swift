import Foundation
import ReplayLibrary
import ReplayTestSupport
import Testing

@testable import Files
@testable import ReplayBatch

@Suite struct BatchFolderTests {
    @Test("A result that is not there or damaged is none; one that cannot be read, or of a newer version, is an error")
    func results() throws {
        let directory = try TemporaryDirectory("results")
        let folder = try BatchFolder(of: directory.path("jobs.json"), isNew: true)
        let path = directory.path("jobs.batch/results/a.json")
        #expect(try folder.result("a") == nil)
        try "{\"version\": 1".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(try folder.result("a") == nil)
        #expect(try folder.lookup().isEmpty)

        try "{\"version\": 2}".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: DocumentError.self) { try folder.result("a") }
        #expect(throws: DocumentError.self) { try folder.lookup() }

        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "elsewhere")
        #expect(throws: FileSystemError.self) { try folder.result("a") }
        #expect(throws: FileSystemError.self) { try folder.lookup() }
    }
}
