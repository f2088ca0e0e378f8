import Foundation
import Replay
import ReplayTestSupport
import Testing

/// Checks the comments of a recording in the edit view of `replay preview`, as a user sees them.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewCommentTests {
    /// The input of the judge.
    private struct Plan: Encodable {
        let address: String
        let timescale = 90_000
        let file, screenshots: String
    }

    /// The findings of the judge.
    private struct Found: Decodable { let errors: [String] }

    @Test(
        "The edit view shows comments at their times, without those that are cut, until they are hidden",
        .enabled(if: PreviewJudge.comments.isThere, "Chromium, or Playwright, is not there"))
    func comments() throws {
        let live = try CommentPlace()
        try live.append(#"{"text": "<b>Hello</b>", "author": "Ann", "time": 0.5}"#)
        for text in ["two", "three", "four"] { try live.append(#"{"text": "\#(text)", "time": 1}"#) }
        let run = try live.broadcast("--comments", live.place.path("comments"))
        try live.awaitKept(4)
        _ = try live.place.awaitStatus { $0.seconds > 3 }
        let recording = try live.stop()
        #expect(try run.wait().status == 0)
        let server = try RunningPreview(in: live.place)
        let found: Found = try PreviewJudge.comments.found(
            Plan(
                address: "\(server.address)/\(recording.id)", file: recording.path + "/comments.jsonl",
                screenshots: PreviewJudge.screenshots + "/comments"), in: live.place)
        try server.stop()
        #expect(found.errors.isEmpty, "\(found.errors)")
    }
}
