import ReplayTestSupport
import Testing

/// Checks the page of `replay preview` against the rules of WCAG 2, A and AA, that a program can check.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewAccessibilityTests {
    private struct Plan: Encodable { let address: String }

    private struct Found: Decodable {
        let violations: [String]
        let checked: [String]
        let errors: [String]
    }

    @Test(
        "axe-core finds nothing in any view, light or dark",
        .enabled(if: PreviewJudge.axe.isThere, "Chromium, Playwright or axe-core is not there"))
    func axe() throws {
        let place = try Workplace(screen: (1280, 720), hasAudio: true)
        let scene = try RunningScene(SceneConfiguration(kind: .typing, display: place.screen?.display))
        let server = try RunningPreview(in: place)
        // If the judge fails while it records, only this stops the recorder.
        defer { _ = try? place.replay("discard", "--yes") }
        let found: Found = try PreviewJudge.axe.found(Plan(address: server.address), in: place)
        try server.stop()
        _ = try scene.stop()
        #expect(found.checked.count >= 11, "\(found.checked)")
        #expect(found.violations.isEmpty, "\(found.violations)")
        #expect(found.errors.isEmpty, "\(found.errors)")
    }
}
