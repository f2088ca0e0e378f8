import Foundation
import ReplayTestSupport
import Testing

/// Checks recordings in progress that a page watches and controls.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewAPIRecorderTests {
    private func scene(_ place: Workplace) throws -> RunningScene {
        try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
    }

    @Test("A recording that another program makes is seen as it grows, and its end")
    func growing() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try scene(place)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let id = try place.result("record", "--detach", "--audio", "none")
        #expect(try socket.next("recorder") { $0.recorder?.frames ?? 0 > 2 }.recorder?.id == id)
        try socket.watch(id)
        let first = try run.client.description(id)
        #expect(first.state == "recording")
        let grown = try #require(
            try socket.next("recording") { message in
                guard let found = message.description else { return false }
                return found.duration > first.duration && found.edit.frames > 2
            }.description)
        #expect(grown.id == id && grown.state == "recording" && grown.video != nil)
        let query = "recordings/\(id)/video?revision=\(grown.edit.revision)&frame=0&count=3"
        #expect(try PlayedFragments(run.client.get(query).body).fragments.map(\.number) == [1, 2, 3])
        try run.client.post("recordings/\(id)/name", ["name": "later"]).expectComplaint(503, "being recorded")
        let edit: PreviewEdit = try run.client.cut(id, 0, 9000).json()
        #expect(edit.cuts == [[0, 9000]])
        try place.result("stop")
        #expect(
            try socket.next("recording") { $0.description?.state == "finished" }.description?.edit.cuts == edit.cuts)
        _ = try scene.stop()
        #expect(try run.client.description(id).video?.progress == 1)
    }

    /// Reads levels until one satisfies `isWanted`.
    private func level(_ connection: LocalConnection, where isWanted: (Double) -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            // Each chunk contains one line: its length, the line, and an empty line.
            let line = try connection.readLine()
            if line.contains("."), let level = Double(line), isWanted(level) { return }
        }
        Issue.record("no such level has come")
    }

    @Test("How loud a microphone is, is told while the page wants it, and nothing is recorded")
    func levels() throws {
        let place = try Workplace(hasAudio: true)
        let run = try PreviewRun(place)
        for query in ["", "?name=\(AudioServer.microphone)"] {
            let connection = try run.client.begin("GET", "/api/microphone\(query)")
            #expect(try connection.readHead().first == "HTTP/1.1 200 OK")
            try level(connection) { $0 == 0 }
            let beeps = try BeepSource(sink: AudioServer.microphoneSink, server: place.audio?.address)
            try level(connection) { $0 > 0.05 && $0 <= 1 }
            try beeps.stop()
        }
        #expect(try run.client.library().isEmpty)
        let none = try run.client.begin("GET", "/api/microphone?name=none")
        _ = try none.readHead()
        #expect(throws: ServerError.self) { try level(none) { _ in true } }
    }

    @Test("A page records, marks, saves a clip, pauses and stops")
    func recording() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try scene(place)
        let run = try PreviewRun(place)
        let socket = try run.socket()
        let wish: [String: Any] = ["applicationAudio": false, "name": "<i>mine</i>", "target": ["screen": true]]
        let question = try run.client.post("recorder", wish)
        let text = String(decoding: question.body, as: UTF8.self)
        #expect(question.status == 403 && text.contains("about to record the screen"))
        try run.client.post("recorder/stop").expectComplaint(404, "nothing is being recorded")
        struct Started: Decodable { let id: String }
        let id = try run.client.post("recorder", wish.merging(["consent": true]) { $1 }).json(Started.self).id
        var seconds = 0.0
        for _ in 0..<4 {
            let status = try #require(try socket.next("recorder") { $0.recorder?.frames ?? 0 > 2 }.recorder)
            #expect(status.id == id && status.seconds >= seconds)
            seconds = status.seconds
        }
        try run.client.post("recorder", wish.merging(["consent": true]) { $1 }).expectComplaint(400, "already")
        try socket.watch(id)
        _ = try run.client.description(id)
        for name in [#"<b>"here"</b>"#, ""] {
            #expect(try run.client.post("recorder/mark", ["name": name]).status == 204)
        }
        let marked = try socket.next("recording") { $0.description?.marks.count == 2 }
        #expect(marked.description?.marks.first?.name == #"<b>"here"</b>"#)
        try run.client.post("recorder/mark", ["name": String(repeating: "x", count: 10_000)]).expectComplaint(
            400, "200")
        let clip = try run.client.post("recorder/clip", ["seconds": 1]).json(Started.self).id
        #expect(try run.client.description(clip).state == "finished")
        for seconds in [0, -1, Int.min, Int.max] {
            try run.client.post("recorder/clip", ["seconds": seconds]).expectComplaint(400, "clip")
        }
        #expect(try run.client.post("recorder/pause").status == 204)
        try socket.next("recorder") { $0.recorder?.state == "paused" }
        #expect(try run.client.post("recorder/resume").status == 204)
        try socket.next("recorder") { $0.recorder?.state == "recording" }
        try run.client.post("recorder/mute").expectComplaint(400, "microphone")
        try run.client.post("recorder/explode").expectComplaint(404)
        #expect(try run.client.post("recorder/stop").status == 204)
        try socket.next("recorder") { $0.recorder == nil }
        _ = try scene.stop()
        let end = try run.client.description(id)
        #expect(end.state == "finished" && end.name == "<i>mine</i>" && end.edit.frames > 2)
    }

    @Test("A page discards what it records; it goes on when the server ends before")
    func discarding() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try scene(place)
        let wish: [String: Any] = ["applicationAudio": false, "consent": true]
        let first = try PreviewRun(place)
        #expect(try first.client.post("recorder", wish).status == 200)
        first.process.send(SIGTERM)
        #expect(try first.wait().status == 143)
        let id = try place.awaitStatus { $0.frames > 2 }.id
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        try socket.next("recorder") { $0.recorder?.id == id }
        #expect(try run.client.post("recorder/discard").status == 204)
        try socket.next("gone") { $0.recording == id }
        _ = try scene.stop()
        #expect(try run.client.library().isEmpty)
        try run.client.get("recordings/\(id)").expectComplaint(404)
    }

    @Test("A recording that a page deletes while it is being recorded is no longer recorded")
    func deleting() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try scene(place)
        try place.result("record", "--detach", "--consent", "--audio", "none")
        let id = try place.awaitStatus { $0.frames > 2 }.id
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        try socket.next("recorder") { $0.recorder?.id == id }
        #expect(try run.client.delete("recordings/\(id)").status == 204)
        // A recorder that goes on reports its status without end.
        #expect(try (0..<20).contains { _ in try socket.next("recorder").recorder == nil })
        _ = try scene.stop()
        #expect(try run.client.library().isEmpty)
    }

    @Test("What cannot be recorded is refused with a sentence")
    func refusals() throws {
        let place = try Workplace(screen: (320, 240))
        let run = try PreviewRun(place)
        for (wish, status) in [
            (["target": ["area": [-5, 0, Int.max, 9]]], 404), (["target": ["area": [1, 2]]], 400),
            (["target": ["window": "0xfffffff"]], 404), (["target": ["window": "a"]], 400),
            (["target": ["monitor": "99"]], 404), (["framesPerSecond": Int.max], 400), (["name": "a\0b"], 400),
            (["framesPerSecond": -1], 400), (["camera": "/dev/null"], 404), (["target": 5], 400),
        ] as [([String: Any], Int)] {
            let fixed: [String: Any] = ["applicationAudio": false, "consent": true]
            let answer = try run.client.post("recorder", fixed.merging(wish) { $1 })
            #expect((400..<504).contains(answer.status) && answer.status != 500, "\(wish): \(answer.status)")
            #expect(!answer.sentence.isEmpty, "\(wish) wants \(status)")
        }
        #expect(try run.client.library().isEmpty)
        #expect(try run.client.get("sources").status == 200)
        let screenshot = try run.client.get("screenshot")
        #expect(screenshot.status == 200 && screenshot.body.starts(with: [0xFF, 0xD8]))
        #expect(run.process.errors.isEmpty)
    }
}
