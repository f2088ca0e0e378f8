import Foundation
import ReplayTestSupport
import Testing

/// Checks `replay autozoom` on movies in which something changes at known places.
@Suite(.timeLimit(.minutes(30))) struct AutoZoomTests {
    /// Makes a movie of 20 s, 1280x720, on which a line grows by a block of 14x24 each 0.2 s from 5 s to 10 s, like a
    /// text that is typed at 200,150.
    private func place() throws -> Workplace {
        let place = try Workplace()
        let blocks = (0..<25).map {
            "drawbox=\(200 + $0 * 18):150:14:24:black:fill:enable='gte(t,\(5 + Double($0) * 0.2))'"
        }
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "color=white:s=1280x720:r=10:d=20", "-vf",
            blocks.joined(separator: ","), "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p",
            place.path("typing.mp4"),
        ])
        try place.result("import", place.path("typing.mp4"), "--name", "typing")
        return place
    }

    private struct Report: Decodable {
        struct Entry: Decodable {
            let rectangle: String
        }
        let zooms: [Entry]
    }

    @Test("Where the user types, a zoom stays as long as the typing does; one undo takes it back")
    func typing() throws {
        let place = try place()
        let shown = try place.replay("autozoom", "typing", "--dry-run")
        #expect(shown.status == 0 && shown.output.contains("adds 1 zoom"), "\(shown.output)")
        let range = try #require(shown.output.firstMatch(of: #/0:0(\d\.\d+) +0:1(\d\.\d+)/#))
        #expect(abs((Double(range.1) ?? 0) - 4.7) < 0.3 && abs((Double(range.2) ?? 0) - 2.3) < 0.5)
        #expect(try place.replay("edits").output.contains("zoom") == false)
        #expect(try place.replay("edit", "typing", "autozoom", "--scale", "2").status == 0)
        let edits = try place.replay("edits").output
        // The text is 446 pixels wide: it fits into a window of 640x360.
        #expect(edits.contains(/zoom 0:04\.\d+\.\.0:12\.\d+ 640x360\+10\d\+0/), "\(edits)")
        // There is a zoom already.
        #expect(try place.result("autozoom", "typing").contains("no zooms"))
        #expect(try place.result("zoom", "auto", "typing").contains("no zooms"))
        #expect(try place.result("edit", "typing", "zoom", "auto").contains("no zooms"))
        #expect(try place.replay("undo").status == 0)
        #expect(try place.replay("edits").output.contains("zoom") == false)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(place.result("autozoom", "--dry-run", "--json").utf8))
        #expect(report.zooms.count == 1)
        #expect(try place.result("autozoom", "typing", "12..", "--dry-run").contains("no zooms"))
    }

    @Test("The page adds the same zooms, in a range or in the whole recording; where nothing happens, it adds none")
    func page() throws {
        let place = try place()
        let run = try PreviewRun(place)
        let id = try #require(run.client.library().first?.id)
        func zooms(_ range: [String: Any] = [:]) throws -> [String] {
            let body = range.merging(["operation": "autozoom"]) { $1 }
            let edit: PreviewEdit = try run.client.edit(id, body).json()
            return (edit.operations ?? []).map(\.text)
        }
        let second = try run.client.description(id).timescale
        #expect(try zooms(["start": 12 * second, "end": 20 * second]) == [])
        let found = try zooms()
        #expect(found.count == 1 && found[0].hasPrefix("zoom 0:04."), "\(found)")
        #expect(try zooms() == found)
        #expect(try place.replay("edits").output.contains(found[0]))
        try run.client.edit(id, ["operation": "autozoom", "start": 5]).expectComplaint(400, "ticks")
    }

    @Test("A still movie gets none, and a wrong scale is refused")
    func refused() throws {
        let place = try Workplace()
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "color=gray:s=640x360:r=10:d=8", "-c:v",
            "libx264",
            "-pix_fmt", "yuv420p", place.path("still.mp4"),
        ])
        try place.result("import", place.path("still.mp4"), "--name", "still")
        #expect(try place.result("autozoom").contains("no zooms: nothing happens at a single place"))
        try place.replay("autozoom", "--scale", "9").expectComplaint(64, "a scale must be from 1.1 to 4")
        try place.replay("autozoom", "nothing").expectComplaint(66, "nothing")
    }
}
