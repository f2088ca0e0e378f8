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

    @Test("The page preloads each module that its script imports, and no other")
    func preloads() throws {
        let page = try Self.text("page.html")
        let preloaded = page.matches(of: /<link rel="modulepreload" href="\/page\/([a-z]+\.js)">/).map { String($0.1) }
        var (imported, unread) = (Set<String>(), ["app.js"])
        while let name = unread.popLast() {
            let next = try Self.text(name).matches(of: /from '\.\/([a-z]+\.js)'/).map { String($0.1) }
            unread += next.filter { imported.insert($0).inserted }
        }
        #expect(imported.count > 50)
        #expect(preloaded == imported.sorted())
    }

    @Test("No file of the page has more than 400 lines")
    func sizes() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder.path) {
            let count = try Self.text(name).split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(count <= 401, "\(name) has \(count)")
        }
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// A writer that keeps the body.
    private final class BodyWriter: ResponseBodyWriter {
        private(set) var data = Data()

        func write(_ buffer: ByteBuffer) async throws { data += buffer.readableBytesView }

        func finish(_: HTTPFields?) async throws {}
    }
}
