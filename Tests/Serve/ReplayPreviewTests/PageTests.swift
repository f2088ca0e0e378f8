import Foundation
import HTTPTypes
import Hummingbird
import ReplayTestSupport
import Testing

@testable import ReplayPreview

/// Checks the files of the page.
@Suite struct PageTests {
    private static let folder = ProjectFolder.url.appending(path: "Sources/Serve/ReplayPreview/Page")

    @Test("Each file of the page is part of the program, as it is")
    func files() async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(names.contains("page.html"))
        for name in names {
            let response = try Page.response(to: name)
            let writer = BodyWriter()
            try await response.body.write(writer)
            #expect(try writer.data == Data(contentsOf: Self.folder.appending(path: name)), "\(name)")
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

    /// A writer that keeps the body.
    private final class BodyWriter: ResponseBodyWriter {
        private(set) var data = Data()

        func write(_ buffer: ByteBuffer) async throws { data += buffer.readableBytesView }

        func finish(_: HTTPFields?) async throws {}
    }
}
