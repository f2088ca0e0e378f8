import Foundation
import ReplayTestSupport
import Testing

/// The tests of the page's modules that need no element and no server. They are in `Modules`, and run in Chromium.
@Suite(.timeLimit(.minutes(10))) struct PageModuleTests {
    private struct Report: Decodable {
        struct Failure: Decodable {
            let test: String
            let error: String
        }

        let files: [String]
        let passed: [String]
        let failed: [Failure]
    }

    private static let hasBrowser = ["/usr/bin/chromium", "/usr/local/bin/chromium"]
        .contains { FileManager.default.isExecutableFile(atPath: $0) }

    @Test("The modules of the page pass their tests", .enabled(if: hasBrowser, "Chromium is not installed"))
    func modules() throws {
        let judge = try ChildProcess([ProjectFolder.path("Scripts/judges/modules-in-chromium")]).wait(limit: 300)
        try #require(judge.status == 0, "\(judge.errors)")
        let report: Report = try judge.json()
        let names = try FileManager.default
            .contentsOfDirectory(atPath: ProjectFolder.path("Tests/Serve/ReplayPreviewTests/Modules"))
            .filter { $0.hasSuffix(".test.js") }
        #expect(report.files.sorted() == names.sorted())
        #expect(report.passed.count >= names.count)
        for failure in report.failed { Issue.record("\(failure.test): \(failure.error)") }
    }
}
