import Foundation
import ReplayTestSupport
import Testing

/// Checks the library and the edit that a page requests from the server of `replay preview`, while other programs
/// change them.
@Suite(.timeLimit(.minutes(30))) struct PreviewAPITests {
    /// The timescale of `SourceMovie`'s movies, in ticks per second.
    static let second = 12_800

    @Test("The library is listed, renamed and discarded")
    func library() throws {
        let place = try Workplace()
        let (first, second) = (try place.importMovie(.silent), try place.importMovie(.plain))
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let listed = try run.client.library()
        #expect(listed.map(\.id) == [second, first] && listed.allSatisfy { $0.isImported && $0.state == "finished" })
        for name in [#"<img src=x onerror="alert('1')">"#, String(repeating: "é", count: 200), "&amp; \\ \u{2028}"] {
            let answer = try run.client.post("recordings/\(first)/name", ["name": name])
            #expect(try answer.status == 200 && answer.json(PreviewSummary.self).name == name)
            try socket.next("library")
            #expect(try run.client.library().last?.name == name)
        }
        for name in ["x\0y", "two\nlines", String(repeating: "x", count: 201), String(repeating: "x", count: 10_000)] {
            try run.client.post("recordings/\(first)/name", ["name": name]).expectComplaint(400, "200 characters")
            try run.client.post("recordings/\(first)/marks", ["time": 0, "name": name])
                .expectComplaint(400, "200 characters")
        }
        #expect(try run.client.library().last?.name == "&amp; \\ \u{2028}")
        #expect(try run.client.delete("recordings/\(first)").status == 204)
        #expect(!FileManager.default.fileExists(atPath: place.recordingFolder(first).path))
        #expect(try run.client.library().map(\.id) == [second])
        try run.client.delete("recordings/\(first)").expectComplaint(404)
    }

    @Test("A movie that a page sends is imported; what is no movie leaves nothing")
    func imports() throws {
        let place = try Workplace()
        let run = try PreviewRun(place)
        let path = place.path("plain.mp4")
        try SourceMovie.plain.make(at: path)
        let movie = try Data(contentsOf: URL(fileURLWithPath: path))
        let answer = try run.client.send("POST", "/api/import?name=..%2F%3Cb%3E.mp4", movie)
        #expect(answer.status == 200)
        let id = try answer.json(PreviewSummary.self).id
        #expect(try run.client.library().map(\.id) == [id])
        #expect(try place.replay("info", "--json").json(InfoAnswer.self).recording.name == "<b>")
        #expect(try answer.json(ImportAnswer.self).notes == [])
        try run.client.send("POST", "/api/import?name=a.mp4", Data("no movie".utf8)).expectComplaint(422, "a.mp4")
        try run.client.send("POST", "/api/import?name=..", movie).expectComplaint(400, "name")
        try run.client.send("POST", "/api/import").expectComplaint(400, "name")
        #expect(try run.client.library().map(\.id) == [id])
        #expect(try place.names(in: "home/recordings") == [id])
    }

    @Test("Operations are made of words, turned off and removed; frames that come in another size are told by “media”")
    func operations() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        let (client, second) = (run.client, Self.second)
        try run.awaitProxy(id)
        func edit(_ body: [String: Any]) throws -> PreviewEdit { try client.edit(id, body).json() }
        let first = try edit(["operation": "make", "words": "speed 2x", "start": second, "end": 2 * second])
        #expect(first.clips.map { $0[3] } == [second, second / 2, second])
        let blurred = try edit(["operation": "make", "words": "blur 64x36+0+0", "start": 0, "end": second])
        let cropped = try edit(["operation": "make", "words": "crop 160x90+0+0"])
        #expect(
            cropped.operations?.map(\.number) == [1, 2, 3]
                && cropped.operations?[1].text.hasPrefix("blur 0:00.000") == true)
        #expect(![first, blurred].map(\.media).contains(cropped.media))
        #expect(try client.description(id).edit == cropped)
        let off = try edit(["operation": "disable", "number": 3, "revision": cropped.revision])
        #expect(off.media == blurred.media)
        let moved = try edit([
            "operation": "replace", "number": 2, "words": "blur 32x18+4+2", "start": 0, "end": 2 * second,
            "revision": off.revision,
        ])
        #expect(moved.operations?[1].rectangle == [4, 2, 32, 18] && moved.operations?[1].ranges == [[0, 2 * second]])
        let titled = try edit([
            "operation": "replace", "number": 2, "words": "title top \"x\"", "start": 0, "end": second,
            "revision": moved.revision,
        ])
        #expect(titled.operations?[1].text.hasSuffix("top \"x\"") == true)
        let gone = try edit(["operation": "remove", "number": 2, "revision": titled.revision])
        #expect(gone.media == first.media && gone.operations?.map(\.number) == [1, 3])
        for (body, status) in [
            (["operation": "make", "words": "blur"], 422), (["operation": "make", "words": "sharpen"], 422),
            (["operation": "make"], 400), (["operation": "replace", "number": 1, "words": "speed 2x"], 400),
            (["operation": "replace", "number": 9, "words": "crop 2x2+0+0", "revision": gone.revision], 422),
            (["operation": "remove", "number": 9, "revision": gone.revision], 422),
            (["operation": "remove", "number": 1, "revision": "0"], 409), (["operation": "enable", "number": 1], 400),
        ] as [([String: Any], Int)] {
            try client.edit(id, body).expectComplaint(status)
        }
        #expect(try client.description(id).edit.operations?.count == 2)
    }

    @Test("An image that a page sends covers; what is none is refused, and an operation that names another")
    func images() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let path = place.path("logo.png")
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "color=white:s=40x40:r=1:d=1", "-frames:v", "1",
            path,
        ])
        let image = try Data(contentsOf: URL(fileURLWithPath: path))
        let target = "/api/recordings/\(id)/images?name=..%2Flogo.png"
        let name: String = try run.client.send("POST", target, image).json([String: String].self)["name"] ?? ""
        #expect(try place.names(in: "home/recordings/\(id)").contains(name) && name.hasPrefix("cover-"))
        func cover(_ image: String) -> [String: Any] {
            ["operation": "make", "words": "cover 64x36+0+0 image \(image)", "start": 0, "end": Self.second]
        }
        let covered: PreviewEdit = try run.client.edit(id, cover(name)).json()
        #expect(covered.operations?[0].text.hasSuffix("image \(name)") == true)
        let moved: PreviewEdit = try run.client.edit(
            id,
            [
                "operation": "replace", "number": 1, "words": "cover 32x18+4+2 image \(name)", "start": 0,
                "end": Self.second, "revision": covered.revision,
            ]
        ).json()
        #expect(moved.operations?[0].rectangle == [4, 2, 32, 18])
        try run.client.send("POST", target, Data("no image".utf8)).expectComplaint(
            422, "“logo.png” is not a supported image")
        try run.client.send("POST", "/api/recordings/\(id)/images", image).expectComplaint(400, "name")
        for other in [path, "/etc/passwd", "cover-00000000000000000000000000000000", "recording.json"] {
            try run.client.edit(id, cover(other)).expectComplaint(422, "image")
        }
        #expect(try run.client.description(id).edit == moved)
    }

    @Test("A page's marks are operations of the edit, and are undone")
    func marks() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let body: [String: Any] = ["time": Self.second, "name": #"<b>"here"</b>"#]
        let marked: PreviewDescription = try run.client.post("recordings/\(id)/marks", body).json()
        #expect(marked.edit.marks.map(\.time) == [Self.second] && marked.edit.marks[0].name == #"<b>"here"</b>"#)
        #expect(marked.edit.operations?.map(\.number) == [1] && marked.marks.isEmpty)
        let undo: [String: Any] = ["operation": "undo", "revision": marked.edit.revision]
        let undone: PreviewEdit = try run.client.edit(id, undo).json()
        #expect(undone.marks.isEmpty && undone.operations?.isEmpty == true)
    }

    @Test("An edit is trimmed, cut, undone and redone; what names an older one is told the present one")
    func edits() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let (client, second) = (run.client, Self.second)
        let whole = try client.description(id).edit
        let cut: PreviewEdit = try client.cut(id, second, 2 * second).json()
        #expect(cut.clips == [[0, second, 0, second], [2 * second, 3 * second, second, second]] && cut.frames == 50)
        #expect(cut.revision != whole.revision && cut.canUndo && !cut.canRedo)
        for operation in ["undo", "redo"] {
            let stale = try client.edit(id, ["operation": operation, "revision": whole.revision])
            stale.expectComplaint(409, "changed elsewhere")
            #expect(try stale.json(PreviewConflict.self).edit == cut)
            try client.edit(id, ["operation": operation]).expectComplaint(400, "revision")
        }
        // The request names no revision, so it applies to the current edit.
        let trimmed: PreviewEdit = try client.edit(
            id, ["operation": "trim", "start": second / 2, "end": 3 * second, "revision": whole.revision]
        ).json()
        #expect(trimmed.clips.map { [$0[0], $0[1]] } == [[second / 2, second], [2 * second, 3 * second]])
        let undone: PreviewEdit = try client.edit(id, ["operation": "undo", "revision": trimmed.revision]).json()
        #expect(undone.clips == cut.clips && undone.canRedo)
        let redone: PreviewEdit = try client.edit(id, ["operation": "redo", "revision": undone.revision]).json()
        #expect(redone.clips == trimmed.clips)
        let last = redone.revision
        try client.edit(id, ["operation": "redo", "revision": last]).expectComplaint(422, "nothing to redo")
        #expect(try client.description(id).edit == redone)
    }

    @Test("An edit that cannot be is refused with a sentence, and nothing is changed")
    func impossibleEdits() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let whole = try run.client.description(id).edit
        try run.client.cut(id, 0, 3 * Self.second).expectComplaint(422, "would leave nothing")
        try run.client.cut(id, 0, 9 * Self.second).expectComplaint(422, "beyond the recording")
        try run.client.cut(id, -1, 5).expectComplaint(422)
        try run.client.cut(id, 7, 7).expectComplaint(422, "empty")
        try run.client.cut(id, 7, 5).expectComplaint(400)
        try run.client.cut(id, .min, .max).expectComplaint(400)
        try run.client.edit(id, ["operation": "cut", "start": 1.5, "end": 3]).expectComplaint(400)
        try run.client.edit(id, ["operation": "burn"]).expectComplaint(400)
        try run.client.edit(id, [:]).expectComplaint(400)
        for text in ["", "{", "[]", "null", String(repeating: "[", count: 50_000)] {
            try run.client.send("POST", "/api/recordings/\(id)/edit", Data(text.utf8)).expectComplaint(400)
        }
        try run.client.send("POST", "/api/recordings/\(id)/edit", Data(count: 100_000)).expectComplaint(413)
        try run.client.cut("20200101-000000-aaaaa", 0, 5).expectComplaint(404)
        #expect(try run.client.description(id).edit == whole)
        #expect(try !place.names(in: "home/recordings/\(id)").contains("edit.json"))
    }

    @Test("A page and a terminal edit the same; all pages hear of it")
    func terminal() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let sockets = try (0..<2).map { _ in try run.socket(watching: id) }
        let whole = try run.client.description(id).edit
        try place.result("cut", "0..1", "-r", id)
        for socket in sockets {
            let edit = try socket.next("edit").edit
            #expect(edit?.cuts == [[0, Self.second]] && edit?.revision != whole.revision)
        }
        let answer: PreviewEdit = try run.client.cut(id, 2 * Self.second, 3 * Self.second).json()
        for socket in sockets { #expect(try socket.next("edit").edit == answer) }
        let report: EditsReport = try place.replay("edits", id, "--json").json()
        #expect(report.editedDuration == .seconds(1) && report.canUndo)
        try place.result("undo", id)
        for socket in sockets { #expect(try socket.next("edit").edit?.cuts == [[0, Self.second]]) }
    }

    @Test("Of commands and pages that undo at once, each operation is undone once")
    func race() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let runs = try (0..<2).map { _ in try PreviewRun(place) }
        for number in 0..<20 {
            #expect(try runs[0].client.cut(id, number * 1000, number * 1000 + 500).status == 200)
        }
        var (undone, attempts) = (0, 0)
        while undone < 20, attempts < 200 {
            attempts += 1
            // Both know the same edit, and one of them comes first.
            let bodies = try runs.map { run in
                let revision = try run.client.description(id).edit.revision
                return try JSONSerialization.data(withJSONObject: ["operation": "undo", "revision": revision])
            }
            let path = "/api/recordings/\(id)/edit"
            let answers = try zip(runs, bodies).map { try $0.client.begin("POST", path, $1) }
                .map { try #require(try $0.readHead().first) }
            for answer in answers {
                #expect(answer.contains(" 200 ") || answer.contains(" 409 ") || answer.contains(" 422 "), "\(answer)")
            }
            undone += answers.count { $0.contains(" 200 ") }
        }
        #expect(undone == 20)
        #expect(try place.replay("edits", id, "--json").json(EditsReport.self).kept.count == 1)
    }

    @Test("A recording that is discarded in a terminal is gone from the page")
    func gone() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        _ = try run.client.description(id)
        try place.result("discard", id, "--yes")
        #expect(try socket.next("gone").recording == id)
        try run.client.get("recordings/\(id)").expectComplaint(404)
        try run.client.cut(id, 0, 5).expectComplaint(404)
        #expect(try run.client.library().isEmpty)
    }

    @Test("A server that is killed in the middle of edits leaves a whole edit, which the next one shows")
    func killed() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        var known = 0
        for round in 0..<6 {
            let run = try PreviewRun(place)
            let start = 1000 + 5000 * round
            #expect(try run.client.cut(id, start, start + 500).status == 200)
            let body = try JSONSerialization.data(
                withJSONObject: ["operation": "cut", "start": start + 1000, "end": start + 1500])
            let pending = try run.client.begin("POST", "/api/recordings/\(id)/edit", body)
            // The server is killed at a different moment in each round.
            for _ in 0..<round { _ = try run.client.get("sources") }
            run.process.kill()
            withExtendedLifetime(pending) {}
            let next = try PreviewRun(place)
            let shown = try next.client.description(id).edit.cuts.count
            #expect(shown == known + 1 || shown == known + 2)
            #expect(try place.replay("edits", id, "--json").json(EditsReport.self).kept.count == shown + 1)
            known = shown
        }
    }
}

private struct InfoAnswer: Decodable {
    struct Recording: Decodable { let name: String }
    let recording: Recording
}

private struct ImportAnswer: Decodable { let notes: [String] }
