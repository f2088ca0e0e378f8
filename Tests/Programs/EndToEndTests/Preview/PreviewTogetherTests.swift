import Foundation
import ReplayTestSupport
import Testing

/// Checks that several people watch a recording together, in pages of their own.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewTogetherTests {
    private struct Plan: Encodable {
        let address: String
        let viewersAddress: String
        /// A range of the recording, in ticks.
        let cut: [Int]
        let seed: UInt64
        let screenshots: String
    }

    private struct Addresses: Decodable {
        let address: String
        let viewersAddress: String
    }

    private struct Found: Decodable {
        let checks: [String]
        let errors: [String]
    }

    @Test(
        "Three pages play, pause, seek, wait, read and cut together; the owner locks the controls and ends the session",
        .enabled(if: PreviewJudge.together.isThere, "Chromium, or Playwright, is not there"))
    func together() throws {
        let place = try Workplace()
        let path = place.path("a.mp4")
        let source = "-f lavfi -i testsrc2=s=320x180:r=10:d=60 -f lavfi -i sine=d=60 -c:v libx264 -preset ultrafast"
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + source.split(separator: " ").map(String.init) + [path])
        try #require(try place.replay("import", path, "--name", "demo").status == 0)
        let server = try place.start("preview", "demo", "--together", "--no-open", "--json")
        defer { server.send(SIGINT) }
        let addresses = try JSONDecoder().decode(Addresses.self, from: Data(server.nextLine().utf8))
        var chance = SplitMix64.seeded()
        let plan = Plan(
            address: addresses.address, viewersAddress: addresses.viewersAddress, cut: [102_400, 204_800],
            seed: chance.next() >> 12, screenshots: PreviewJudge.screenshots)
        let found: Found = try PreviewJudge.together.found(plan, in: place)
        #expect(found.checks.count == 10, "\(found.checks)")
        #expect(found.errors.isEmpty, "\(found.errors)")
    }
}
