import Foundation
import ReplayTestSupport
import Testing

/// Checks the comments of a recording that a page requests, and their number in `replay info`.
@Suite(.timeLimit(.minutes(30))) struct PreviewAPICommentTests {
    private struct Comments: Decodable {
        struct Comment: Decodable {
            let start, end: Int
            let text: String
        }
        let comments: [Comment]
    }

    private struct Info: Decodable { let comments: Int }

    private static let ticks = PreviewAPITests.second

    /// Appends lines to the comments of a recording.
    private func append(_ lines: [String], to file: URL) throws {
        // There is no file before the first comment.
        let before = (try? Data(contentsOf: file)) ?? Data()
        try (before + Data(lines.map { $0 + "\n" }.joined().utf8)).write(to: file)
    }

    @Test("Comments have the times at which exports show them; a page hears of new ones; info counts them")
    func comments() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        #expect(try !place.replay("info").output.contains("comments"))
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        #expect(try found(run, id).isEmpty)
        let file = place.recordingFolder(id).appending(path: "comments.jsonl")
        try append([#"{"time":"1/2","author":"Ann","text":"<b>Hello"}"#], to: file)
        try socket.next("comments") { $0.recording == id }
        let first = try #require(try found(run, id).first)
        // Four seconds, and 40 ms for each of the 13 characters.
        #expect(first.text == "Ann: <b>Hello" && first.start == Self.ticks / 2)
        #expect(first.end == Self.ticks / 2 + Self.ticks * 452 / 100)
        try append((1...3).map { #"{"time":"\#($0)/1","text":"\#($0)"}"# } + ["no comment"], to: file)
        try socket.next("comments") { $0.recording == id }
        let all = try found(run, id)
        #expect(all.map(\.text) == ["Ann: <b>Hello", "1", "2", "3"])
        // A fourth comment ends the oldest one.
        #expect(all[0].end == 3 * Self.ticks && zip(all, all.dropFirst()).allSatisfy { $0.start <= $1.start })
        #expect(try place.replay("info").output.contains("comments"))
        #expect(try place.replay("info", "--json").json(Info.self).comments == 4)
        try run.client.get("recordings/20200101-000000-aaaaa/comments").expectComplaint(404)
    }

    private func found(_ run: PreviewRun, _ id: String) throws -> [Comments.Comment] {
        try run.client.get("recordings/\(id)/comments").json(Comments.self).comments
    }
}
