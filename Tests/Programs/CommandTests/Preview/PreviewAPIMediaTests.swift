import Foundation
import ReplayTestSupport
import Testing

/// Checks the media of a recording that a page requests from the server of `replay preview`.
@Suite(.timeLimit(.minutes(30))) struct PreviewAPIMediaTests {
    private static let second = PreviewAPITests.second

    @Test("Only frames that the edit keeps are sent, each once, one after the other")
    func keptFrames() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let client = run.client
        #expect(try client.cut(id, 0, 10 * 512).status == 200)
        let edit: PreviewEdit = try client.cut(id, Self.second, 2 * Self.second).json()
        let kept = Array(10..<25) + Array(50..<75)
        #expect(edit.frames == kept.count)
        let whole = try client.get("recordings/\(id)/video?revision=\(edit.revision)&frame=0&count=300")
        let fragments = PlayedFragments(whole.body).fragments
        #expect(fragments.map(\.number) == Array(1...kept.count))
        #expect(fragments.map(\.start) == kept.indices.map { 512 * $0 })
        #expect(fragments.allSatisfy { $0.duration == 512 })
        let initialization = try client.get("recordings/\(id)/video/init").body
        try (initialization + whole.body).write(to: URL(fileURLWithPath: place.path("played.mp4")))
        #expect(try ExportedMovie(place.path("played.mp4")).numbers() == kept)
        for (query, numbers) in [
            ("frame=3&count=2", [4, 5]), ("at=0&count=1", [1]), ("at=511&count=1", [1]), ("at=512&count=1", [2]),
            ("at=\(edit.duration * 2)&count=9", [40]), ("frame=39&count=9", [40]), ("frame=40&count=9", []),
            ("frame=\(Int.max)&count=\(Int.max)", []), ("frame=0&count=0", []),
        ] {
            let answer = try client.get("recordings/\(id)/video?revision=\(edit.revision)&\(query)")
            #expect(answer.status == 200 && answer.headers["content-type"] == "video/mp4")
            #expect(PlayedFragments(answer.body).fragments.map(\.number) == numbers, "\(query)")
        }
    }

    @Test("Media of an edit that is no more are answered with 409 and the present edit")
    func staleMedia() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let old = try run.client.description(id).edit.revision
        let edit: PreviewEdit = try run.client.cut(id, 0, Self.second).json()
        for query in ["video?at=0&count=1", "video?frame=0&count=1", "audio?start=0&end=9", "still?at=0"] {
            let answer = try run.client.get("recordings/\(id)/\(query)&revision=\(old)")
            answer.expectComplaint(409, "changed")
            #expect(try answer.json(PreviewConflict.self).edit == edit)
            #expect(try run.client.get("recordings/\(id)/\(query)&revision=\(edit.revision)").status == 200)
        }
    }

    @Test("One request gets at most 300 frames, and a minute of audio")
    func bounds() throws {
        let place = try Workplace()
        let source = SourceMovie(
            "long", "long.mp4",
            "-f lavfi -i color=gray:s=64x36:r=10:d=70 -f lavfi -i anullsrc=r=48000:d=70 -shortest "
                + "\(SourceMovie.x264) -c:a aac")
        let id = try place.importMovie(source)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let edit = try run.client.description(id).edit
        func count(_ query: String) throws -> [PlayedFragments.Fragment] {
            PlayedFragments(try run.client.get("recordings/\(id)/\(query)&revision=\(edit.revision)").body).fragments
        }
        #expect(try count("video?frame=0&count=1000000000000").count == 300)
        let audio = try count("audio?start=48000&end=\(Int.max)")
        #expect(audio.first?.start == 48_000)
        #expect(audio.reduce(0) { $0 + $1.duration } == 60 * 48_000)
        #expect(try count("audio?start=\(Int.max - 1)&end=\(Int.max)").isEmpty)
    }

    @Test("Parameters that make no sense are refused with a sentence")
    func nonsense() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        let revision = try run.client.description(id).edit.revision
        for query in [
            "video", "video?count=1", "video?at=0&count=1", "video?at=0&revision=R", "video?count=1&revision=R",
            "video?at=-1&count=1&revision=R", "video?at=0&count=-1&revision=R", "video?frame=-1&count=1&revision=R",
            "video?at=1.5&count=1&revision=R", "video?at=x&count=1&revision=R", "video?at=&count=1&revision=R",
            "video?at=99999999999999999999&count=1&revision=R", "video?at=0&at=1&count=1&revision=R",
            "audio?start=0&revision=R", "audio?start=9&end=1&revision=R", "audio?start=-9&end=1&revision=R",
            "still?revision=R", "still?at=-1&revision=R", "still?at=0", "thumbnail", "thumbnail?at=0",
            "thumbnail?at=0&height=-1", "thumbnail?at=-1&height=90", "waveform",
            "waveform?track=0&start=0&end=0&columns=9", "waveform?track=1&start=0&end=9&columns=9",
            "waveform?track=-1&start=0&end=9&columns=9", "waveform?track=0&start=0&end=9&columns=0",
            "waveform?track=0&start=0&end=9&columns=99999", "waveform?track=0&start=0&end=\(Int.max)&columns=9",
        ] {
            let query = query.replacing("revision=R", with: "revision=\(revision)")
            try run.client.get("recordings/\(id)/\(query)").expectComplaint(400)
        }
        for path in ["recordings/\(id)/movie.mp4", "recordings/\(id)/video/init/x", "recordings/..", "nothing"] {
            let answer = try run.client.get(path)
            #expect([400, 404].contains(answer.status) && !answer.sentence.isEmpty, "\(path)")
        }
        try run.client.post("recordings/\(id)/video").expectComplaint(405)
    }

    @Test("Whatever is asked, the server lives and does not fail")
    func random() throws {
        var generator = SplitMix64.seeded()
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let run = try PreviewRun(place)
        let socket = try run.socket(watching: id)
        let names = ["at", "frame", "count", "start", "end", "track", "columns", "height", "revision", "format", "%00"]
        let kinds = [
            "video", "audio", "still", "thumbnail", "waveform", "video/init", "audio/init", "", "presets", "%2e",
        ]
        let numbers = [
            .min, .min + 1, -1, 0, 1, 2, 511, 512, 12_800, 38_399, 38_400, 38_401, 1 << 31, 1 << 32, 1 << 33,
            .max - 1, .max,
        ]
        for _ in 0..<400 {
            let revision = try run.client.description(id).edit.revision
            func value() -> String {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: ["", "x", "1e9", "+1", "%F0%9F%8E%AC", "0x10"].randomElement(using: &generator) ?? ""
                case 1...3: String(Int.random(in: -10...50_000, using: &generator))
                default: String(numbers.randomElement(using: &generator) ?? 0)
                }
            }
            if Bool.random(using: &generator), Bool.random(using: &generator) {
                let (start, end) = (
                    numbers.randomElement(using: &generator) ?? 0, Int.random(in: 0...40_000, using: &generator)
                )
                let operation = ["cut", "trim", "undo", "redo"].randomElement(using: &generator) ?? ""
                let body: [String: Any] = [
                    "operation": operation, "start": start, "end": end, "revision": revision, "time": start,
                    "name": value(),
                ]
                let path = ["edit", "marks"].randomElement(using: &generator) ?? ""
                let answer = try run.client.post("recordings/\(id)/\(path)", body)
                #expect(answer.status < 500, "\(body): \(answer.sentence)")
                continue
            }
            let query = names.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }.map { name in
                name + "=" + (name == "revision" && Int.random(in: 0..<5, using: &generator) > 0 ? revision : value())
            }
            let path =
                "recordings/\(id)/\(kinds.randomElement(using: &generator) ?? "")?" + query.joined(separator: "&")
            let answer = try run.client.get(path)
            #expect(answer.status < 500, "\(path): \(answer.sentence)")
        }
        #expect(try run.client.library().map(\.id) == [id])
        try place.result("cut", "0:00.1..0:00.2", "-r", id)
        try socket.next("edit") { $0.edit?.frames ?? 0 > 0 }
    }

    @Test("A recording without audio has none, and says so")
    func silent() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let run = try PreviewRun(place)
        let found = try run.client.description(id)
        #expect(found.audio == nil && found.video?.codec.hasPrefix("avc1.") == true)
        try run.client.get("recordings/\(id)/audio/init").expectComplaint(404, "no audio")
        try run.client.get("recordings/\(id)/audio?revision=\(found.edit.revision)&start=0&end=9")
            .expectComplaint(404, "no audio")
    }

    @Test("A movie that is damaged plays as far as it can be read; one without video says that")
    func damagedMovie() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let path = place.recordingFolder(id).appending(path: "movie.mp4")
        let movie = try Data(contentsOf: path)
        func look(_ bytes: Data) throws -> PreviewClient.Answer {
            try bytes.write(to: path)
            let run = try PreviewRun(place)
            return try run.client.get("recordings/\(id)")
        }
        let half = try look(movie.prefix(movie.count / 2))
        #expect(try half.status == 200 && half.json(PreviewDescription.self).edit.frames > 0)
        var broken = movie
        for place in movie.count / 2..<movie.count / 2 + 300 { broken[place] = 0x5A }
        #expect(try look(broken).status == 200)
        try look(Data(repeating: 7, count: 5000)).expectComplaint(422, "no video")
        try look(Data()).expectComplaint(422)
        try FileManager.default.removeItem(at: path)
        let run = try PreviewRun(place)
        try run.client.get("recordings/\(id)").expectComplaint(404, "movie.mp4")
        #expect(try run.client.library().map(\.id) == [id])
        #expect(try run.client.delete("recordings/\(id)").status == 204)
    }
}
