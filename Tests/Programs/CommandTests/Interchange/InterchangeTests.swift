import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks `replay edits --as` and `replay edit --apply`: edits that go to other programs and come back.
@Suite(.timeLimit(.minutes(30))) struct InterchangeTests {
    private func place(_ edits: String..., movie: SourceMovie = .plain) throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(movie)
        for edit in edits {
            let made = try place.start(["edit"] + edit.split(separator: " ").map(String.init)).wait()
            try #require(made.status == 0, "\(edit): \(made.errors)")
        }
        return place
    }

    private static func operations(_ place: Workplace) throws -> [String] {
        try place.replay("edits", "--json").json(Report.self).operations.map {
            $0.operation + ($0.isEnabled ? "" : " off")
        }
    }

    private struct Report: Decodable {
        struct Operation: Decodable {
            let operation: String
            let isEnabled: Bool
        }
        let operations: [Operation]
    }

    // MARK: There and back

    @Test("An edit goes by OpenTimelineIO to another recording of the same movie, and loses nothing")
    func openTimelineIO() throws {
        let edits = ["cut 0.5..1", "speed 2..2.5 1/3", "blur 1..2 100x50+10+10", "gain 0..1 -3.5dB", "rotate 90"]
        let place = try place(edits[0], edits[1], edits[2], edits[3], edits[4])
        #expect(try place.replay("edit", "--off", "4").status == 0)
        let made = try place.replay("edits", "-o", "edit.otio")
        #expect(made.status == 0 && made.errors.isEmpty && made.line == "edit.otio", "\(made.errors)")
        let wanted = try Self.operations(place)
        let report: EditsReport = try place.replay("edits", "--json").json()
        try place.result("import", place.path("plain.mp4"))
        try place.result("cut", "2..3")
        let applied = try place.replay("edit", "--apply", "edit.otio")
        #expect(applied.status == 0 && applied.errors.isEmpty, "\(applied.errors)")
        #expect(try Self.operations(place) == wanted)
        #expect(try place.replay("edits", "--json").json(EditsReport.self).editedDuration == report.editedDuration)
    }

    @Test("EDL and LosslessCut carry cuts; the rest of the edit stays, and is reported as left out")
    func cuts() throws {
        let place = try place("cut 0.4..1", "blur 1..2 100x50+10+10", "crop 160x90+0+0", "mute 0..1")
        for (format, name) in [("edl", "CMX3600"), ("llc", "LosslessCut")] {
            let file = "edit.\(format)"
            let made = try place.replay("edits", "--as", format, "-o", file)
            #expect(made.errors == "replay: \(name) leaves out 2 effects and the crop\n")
            #expect(try place.replay("edit", "--apply", file).status == 0)
            #expect(
                try Self.operations(place) == [
                    "blur 0:01.000..0:02.000 100x50+10+10", "crop 160x90+0+0", "mute 0:00.000..0:01.000",
                    "keep 0:00.000..0:00.400 0:01.000..0:03.000",
                ])
            #expect(try place.replay("cut", "0..0.2").status == 0)
            #expect(try place.replay("edit", "--apply", file).status == 0)
            let report: EditsReport = try place.replay("edits", "--json").json()
            #expect(report.kept.map { [$0.start.seconds, $0.end.seconds] } == [[0, 0.4], [1, 3]])
        }
    }

    @Test("Chapters are those of an export, and become marks elsewhere, each once")
    func chapters() throws {
        let place = try place("cut 0.5..1")
        try place.result("edit", "speed", "2..3", "2x")
        let text = "WEBVTT\n\n00:00.000 --> 00:00.800\nA &lt;b> = “c”; #\n\n00:00.800 --> 00:02.000\nEnd\n"
        try Data(text.utf8).write(to: URL(filePath: place.path("in.vtt")))
        let added = try place.replay("edit", "--apply", "in.vtt")
        #expect(added.status == 0 && added.output.contains("adds 2 marks"), "\(added.errors)")
        try place.result("export", "--preset", "original", "-o", "out.mp4")
        let wanted = try Chapters(place.path("out.mp4"))
        #expect(wanted.list.map(\.title) == ["A <b> = “c”; #", "End"])
        for format in ["vtt", "ffmetadata"] {
            let file = try place.result("edits", "--as", format, "-o", "chapters.\(format)")
            let again = try place.replay("edit", "--apply", file)
            #expect(again.status == 0 && !again.output.contains("adds"))
        }
        // ffmpeg's own reader of the format.
        try ChildProcess.tool(
            [
                "ffmpeg", "-v", "error", "-i", "plain.mp4", "-i", "chapters.ffmetadata", "-map_chapters", "1", "-c",
                "copy",
                "judged.mp4",
            ], folder: place.folder)
        #expect(try Chapters(place.path("judged.mp4")).list.map(\.title) == wanted.list.map(\.title))
        #expect(try Chapters(place.path("judged.mp4")).list.map(\.start) == wanted.list.map(\.start))
        try place.replay("edit", "--apply", "chapters.vtt", "--json").json(Ignored.self).expect()
        let list = try String(contentsOfFile: place.path("chapters.vtt"), encoding: .utf8)
        #expect(list.contains("00:00:00.800 --> ") && list.contains("A &lt;b&gt; = “c”; #"))
    }

    private struct Ignored: Decodable {
        let addedMarks: Int?
        func expect() { #expect(addedMarks == nil) }
    }

    private struct Chapters {
        let list: [(title: String, start: Double)]

        init(_ path: String) throws {
            let data = try ChildProcess.tool([
                JudgeProgram.ffprobe, "-v", "error", "-show_chapters", "-of", "json", path,
            ])
            let read = try JSONDecoder().decode(Read.self, from: data)
            list = read.chapters.map { ($0.tags["title"] ?? "", Double($0.start_time) ?? -1) }
        }

        private struct Read: Decodable {
            struct Chapter: Decodable {
                let start_time: String
                let tags: [String: String]
            }
            let chapters: [Chapter]
        }
    }

    // MARK: Judges

    @Test("melt renders the MLT XML to as many frames as the edit has, and they are those of the edit")
    func rendered() throws {
        guard (try? ChildProcess(["melt", "--version"]).wait().status) == 0 else {
            print("without melt nobody renders the MLT XML")
            return
        }
        let place = try place("cut 0.4..1", "speed 1.2..2 2x", "speed 2.4..2.6 0.5x", "mute 0..1")
        let made = try place.replay("edits", "--as", "mlt", "-o", "edit.mlt")
        #expect(made.errors == "replay: MLT XML leaves out 1 effect\n")
        place.variables["QT_QPA_PLATFORM"] = "offscreen"
        let judged = try place.shell(
            "timeout 100 melt -quiet edit.mlt -consumer avformat:out.mkv real_time=-1 vcodec=ffv1 acodec=pcm_s16le")
        #expect(judged.status == 0, "\(judged.errors)")
        let report: EditsReport = try place.replay("edits", "--json").json()
        let numbers = try ExportedMovie(place.path("out.mkv")).numbers()
        #expect(Double(numbers.count) == (report.editedDuration.seconds * 25).rounded())
        let (fast, slow) = (stride(from: 30, to: 50, by: 2), (60..<65).flatMap { [$0, $0] })
        let wanted = Array(0..<10) + Array(25..<30) + Array(fast) + Array(50..<60) + slow + Array(65..<75)
        try #require(numbers.count == wanted.count)
        // Between two frames, at half speed, melt shows the later one.
        let isRight = zip(numbers, wanted).map { (60..<65).contains($1) ? $0 == $1 || $0 == $1 + 1 : $0 == $1 }
        #expect(!isRight.contains(false), "\(numbers)")
    }

    @Test("XML is well-formed whatever the recording is called, and FCPXML adds up")
    func xml() throws {
        let place = try place("cut 0.4..1", "speed 1.2..2 2x")
        try place.result("rename", "a <b> & \"c\" ]]> ä")
        for (format, name) in [("fcpxml", "FCPXML"), ("mlt", "MLT")] {
            let made = try place.replay("edits", "--as", format)
            #expect(made.status == 0 && made.errors.isEmpty, "\(name): \(made.errors)")
            try made.data.write(to: URL(filePath: place.path("edit.xml")))
            let script = """
                import sys, xml.etree.ElementTree as tree
                from fractions import Fraction
                root = tree.parse('edit.xml').getroot()
                time = lambda text: Fraction(text.rstrip('s'))
                clips = root.findall('.//asset-clip')
                ends = [time(c.get('offset')) + time(c.get('duration')) for c in clips]
                starts = [time(c.get('offset')) for c in clips] + [time(s.get('duration')) for s in root.iter('sequence')]
                assert ends == starts[1:], (ends, starts)
                print(root.get('title') or root.find('.//project').get('name'))
                """
            try Data(script.utf8).write(to: URL(filePath: place.path("judge.py")))
            #expect(try place.shell("python3 judge.py").line == "a <b> & \"c\" ]]> ä", "\(name)")
        }
    }

    @Test("A movie that was exported whole can stand for the private one")
    func media() throws {
        let place = try place("cut 0.4..1")
        let own = try place.result("edits", "--as", "otio")
        #expect(own.contains("file://\(place.home.path)") && own.contains("/movie.mp4"))
        let other = try place.result("edits", "--as", "otio", "--media", "plain.mp4")
        #expect(other.contains("file://\(place.path("plain.mp4"))") && !other.contains("movie.mp4"))
        try place.replay("edits", "--as", "otio", "--media", "none.mp4").expectComplaint(66, "none.mp4")
    }

    // MARK: What cannot be

    @Test("Other files than edits are refused in a sentence, and change nothing")
    func refused() throws {
        let place = try place("cut 0.5..1")
        let wanted = try Self.operations(place)
        let deep = String(repeating: #"{"OTIO_SCHEMA":"Stack.1","children":["#, count: 270_000)
        let bad: [(String, String, String)] = [
            ("a.otio", "{\"OTIO_SCHEMA\": \"Timeline.1\"}", "a.otio: it has no tracks"),
            ("b.otio", "{\"OTIO_SCHEMA\": \"Timeline.9\", \"tracks\": null}", "newer than “Timeline.1”"),
            ("c.otio", "{\n\"OTIO_SCHEMA\": \"Timeline.1\", \"tracks\": 3}", "c.otio:2:"),
            ("d.otio", deep, "more than 64 deep"), ("e.otio", "", "neither a list of operations"),
            ("f.llc", "{version: 1, cutSegments: [{start: 50, end: 60}]}", "extends beyond the recording"),
            ("g.llc", "{version: 1, cutSegments: 5}", "g.llc:1:"), ("h.llc", "{version: 1}", "it must be a list"),
            ("i.edl", "hello", "it has no events"), ("j.edl", "TITLE: x\nFCM: DROP FRAME\n", "it has no events"),
            ("k.vtt", "WEBVTT\n", "it has no chapters"), ("l.mlt", "<?xml version=\"1.0\"?><mlt/>", "does not read"),
            ("m.txt", "<fcpxml/>", "does not read"), ("n", ";FFMETADATA1\n", "it has no chapters"),
            ("o.vtt", "WEBVTT\n\n00:09.000 --> 00:10.000\nx\n", "the edit lasts 0:02.500"),
        ]
        for (name, text, complaint) in bad {
            try Data(text.utf8).write(to: URL(filePath: place.path(name)))
            try place.replay("edit", "--apply", name).expectComplaint(65, complaint)
            #expect(try Self.operations(place) == wanted, "\(name)")
        }
        try place.replay("edit", "--apply", "none.otio").expectComplaint(66, "none.otio")
        try place.shell("head -c 20000000 /dev/zero | tr '\\0' ' ' >large.otio").expectSuccess()
        #expect(try place.replay("edit", "--apply", "large.otio").status != 0)
    }

    @Test("What cannot be written is said, and nothing is overwritten unasked")
    func unwritable() throws {
        let place = try place()
        try place.replay("edits", "--as", "vtt").expectComplaint(65, "there are no chapters")
        try place.replay("edits", "--as", "xls").expectComplaint(64, "“xls” is not a format; the formats are otio, llc")
        try place.replay("edits", "-o", "edit.txt").expectComplaint(64, "give it with --as")
        try place.replay("edits", "--as", "otio", "--json").expectComplaint(64, "requires -o")
        try place.replay("edits", "--force").expectComplaint(64, "--as")
        try place.result("edits", "-o", "edit.otio")
        try place.replay("edits", "-o", "edit.otio").expectComplaint(73, "edit.otio")
        let report = try place.result("edits", "-o", "edit.otio", "--force", "--json")
        #expect(report.contains("\"format\" : \"otio\"") && report.contains("edit.otio"))
    }
}

extension ChildProcess.Outcome {
    fileprivate func expectSuccess() { #expect(status == 0, "\(errors)") }
}
