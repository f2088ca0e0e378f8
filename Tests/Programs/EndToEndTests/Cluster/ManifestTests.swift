import Foundation
import ReplayTestSupport
import Testing

/// Checks the manifest of the documentation against Kubernetes’ own schemas.
@Suite struct ManifestTests {
    /// - Returns: The exit status of Scripts/judges/check-manifest.
    private static func check(_ arguments: String...) throws -> Int32 {
        let script = ProjectFolder.url.appending(path: "Scripts/judges/check-manifest").path
        return try ChildProcess([script] + arguments).wait(limit: 600).status
    }

    private static let canCheck = (try? check()) == 0

    @Test(
        "The indexed Job is one that Kubernetes takes, and one with a wrong key is not",
        .enabled(if: canCheck, "the package kubernetes-validate is not there, and PyPI cannot be reached"))
    func job() throws {
        let manifest = ProjectFolder.url.appending(path: "docs/kubernetes-job.yaml")
        #expect(try Self.check(manifest.path) == 0)
        let text = try String(contentsOf: manifest, encoding: .utf8)
        #expect(text.contains("\"--job\", \"$(JOB_COMPLETION_INDEX)\""))
        let directory = try TemporaryDirectory()
        let wrong = directory.path("wrong.yaml")
        try text.replacing("completionMode: Indexed", with: "completionMod: Indexed")
            .write(toFile: wrong, atomically: true, encoding: .utf8)
        #expect(try Self.check(wrong) == 1)
        withExtendedLifetime(directory) {}
    }
}
