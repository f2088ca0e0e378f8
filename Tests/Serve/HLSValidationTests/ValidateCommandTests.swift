import Foundation
import HLSValidation
import ReplayTestSupport
import Testing

/// Checks `replay validate`, as a user runs it.
@Suite struct ValidateCommandTests {
    private func run(_ arguments: String...) throws -> ChildProcess.Outcome {
        let place = try Workplace()
        defer { withExtendedLifetime(place) {} }
        return try place.start(["validate"] + arguments).wait()
    }

    @Test("0 where nothing is violated, 65 where something is, 66 where there is nothing")
    func exitCodes() throws {
        var presentation = try SmallPresentation.good()
        let good = try presentation.store()
        #expect(try run(good.url.path).status == 0)
        try presentation.replace("LANGUAGE=\"en\",DEFAULT", "DEFAULT", in: "main.m3u8")
        let bad = try presentation.store()
        let outcome = try run(bad.url.path)
        #expect(outcome.status == 65)
        #expect(outcome.errors.isEmpty)
        #expect(
            outcome.output.contains(
                "row 9 violation: main.m3u8:3: an audio rendition without LANGUAGE; expected: LANGUAGE"))
        let report: HLSReport = try run(bad.url.path, "--json").json()
        #expect(report.findings.map(\.row) == [.audioGroups])
        let empty = try TemporaryDirectory("hls")
        #expect(try run(empty.path).status == 66)
        withExtendedLifetime(empty) {}
        #expect(try run("/nonexistent-folder").status == 66)
        let address = try run("http://192.0.2.1/main.m3u8")
        #expect(address.status == 66)
        #expect(address.errors.contains("only folders and addresses of this machine"))
    }
}
