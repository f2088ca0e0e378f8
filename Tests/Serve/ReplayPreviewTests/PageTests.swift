import Foundation
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks the files of the page.
@Suite struct PageTests {
    private static let folder = ProjectFolder.url.appending(path: "Sources/Serve/ReplayPreview/Page")

    @Test("Each file of the page is part of the program, as it is")
    func files() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.contains("page.html"))
        for name in names {
            guard case .bytes(let bytes) = try Page.response(to: [name]).content else {
                Issue.record("\(name) is not sent as bytes")
                continue
            }
            #expect(try Data(bytes) == Data(contentsOf: Self.folder.appending(path: name)), "\(name)")
        }
    }

    @Test("No file of the page has more than 400 lines")
    func sizes() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
            let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(count <= 401, "\(name) has \(count)")
        }
    }
}
