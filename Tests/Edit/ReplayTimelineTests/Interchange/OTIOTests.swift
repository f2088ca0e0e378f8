import Foundation
import MediaTime
import ReplayJSON
import ReplayLibrary
import ReplayTestSupport
import ReplayTimeline
import Testing

@testable import ReplayInterchange

/// Checks timelines of OpenTimelineIO, written and read.
@Suite struct OTIOTests {
    private static func document(_ text: String) throws -> InterchangeDocument {
        .openTimelineIO(try OTIOTimeline(try JSON5Text(Array(text.utf8)).parse().decode(OTIOItem.self)))
    }

    /// Expects that both histories have the same operations. Their numbers may differ.
    private static func expectSame(_ read: EditHistory, _ written: EditHistory, _ hint: Comment) {
        #expect(read.edit == written.edit, hint)
        #expect(read.numberedOperations.map(\.operation) == written.numberedOperations.map(\.operation), hint)
        #expect(read.numberedOperations.map(\.isEnabled) == written.numberedOperations.map(\.isEnabled), hint)
    }

    @Test("What Replay wrote, it reads whole, whatever the edit was before; undo takes it back")
    func roundTrip() throws {
        var random = SplitMix64.seeded()
        for round in 0..<300 {
            let (content, written) = try InterchangeContent.random(using: &random)
            let document = try Self.document(try content.file(as: .otio).text)
            var other = try EditHistory(duration: written.edit.duration)
            for _ in 0..<Int.random(in: 0...8, using: &random) {
                try? other.change(.random(in: other, using: &random))
            }
            let depth = other.changes.prefix(other.position).count
            var read = try other.applying(document)
            Self.expectSame(read, written, "\(round)")
            // Applying the document again changes nothing.
            #expect(try read.applying(document) == read)
            let stored = try JSONDecoder().decode(EditHistory.self, from: JSONEncoder().encode(read))
            #expect(stored == read)
            while read.position > depth { try read.undo() }
            #expect(read.edit == other.edit)
        }
    }

    @Test("Without Replay's metadata the clips say what is kept, to the tick, and effects that there are stay")
    func foreign() throws {
        var random = SplitMix64.seeded()
        for _ in 0..<200 {
            let (content, written) = try InterchangeContent.random(using: &random)
            // In tenths of a second, the length of a clip with a speed is too coarse to tell which frames it shows.
            guard written.edit.clips.allSatisfy(\.isAsRecorded) else { continue }
            let text = try content.file(as: .otio).text
            let plain = try Self.document(text.replacingOccurrences(of: "\"replay\" :", with: "\"other\" :"))
            var history = try EditHistory(duration: written.edit.duration)
            try history.perform(.rotate(.half))
            try history.perform(.cut(.tenths(0, 5)))
            let read = try history.applying(plain)
            #expect(read.edit.rotation == .half)
            #expect(read.edit.kept == written.edit.kept)
        }
    }

    @Test("What another program changed in Replay's timeline counts, and the effects go on")
    func changedElsewhere() throws {
        var history = try EditHistory(duration: .tenths(100))
        try history.perform(.trim(.tenths(10, 60)))
        try history.perform(.rotate(.half))
        let text = try InterchangeContent(history).file(as: .otio).text
        let changed = text.replacingOccurrences(of: "\"value\" : 50", with: "\"value\" : 20")
        let read = try EditHistory(duration: .tenths(100)).applying(try Self.document(changed))
        #expect(read.edit.kept == [.tenths(10, 30)])
        #expect(read.edit.rotation == .half)
    }

    @Test("PyPI's opentimelineio reads a hundred random edits, agrees about their lengths, and loses nothing of them")
    func judged() throws {
        let script = ProjectFolder.path("Scripts/judges/read-timelines")
        guard (try? ChildProcess([script]).wait().status) == 0 else {
            print("without opentimelineio nobody else reads the timelines")
            return
        }
        let folder = try TemporaryDirectory("timelines")
        var random = SplitMix64.seeded()
        let edits = try (0..<100).map { number in
            let made = try InterchangeContent.random(using: &random)
            let name = String("\(1000 + number).otio".dropFirst())
            try Data(try made.content.file(as: .otio).text.utf8).write(to: folder.url.appending(path: name))
            return (name, made.history)
        }
        let readings = try JSONDecoder().decode(
            [Reading].self, from: ChildProcess.tool([script, folder.url.path]))
        try #require(readings.count == edits.count)
        for (reading, (name, history)) in zip(readings, edits) {
            #expect(reading.problems == [] && reading.file == name)
            #expect(reading.value == Double(history.edit.editedDuration.value) && reading.rate == 10)
            #expect(reading.clips == 2 * history.edit.clips.count && reading.tracks == ["Video", "Audio"])
            #expect(reading.speeds.count == 2 * history.edit.clips.count { !$0.isAsRecorded })
            let again = try String(contentsOf: folder.url.appending(path: "again/\(name)"), encoding: .utf8)
            let read = try EditHistory(duration: history.edit.duration).applying(try Self.document(again))
            Self.expectSame(read, history, "\(name)")
        }
    }

    private struct Reading: Decodable {
        let file: String
        let value: Double
        let rate: Double
        let clips: Int
        let tracks: [String]
        let speeds: [Double]
        let problems: [String]
    }

    // MARK: Other programs' timelines

    /// Returns a timeline as editing programs write it: 24 frames per second, and media that begin at one hour.
    static func timeline(
        _ items: String, tracks: String = "", schema: String = "Timeline.1", stack: String = ""
    ) -> String {
        """
        {"OTIO_SCHEMA": "\(schema)", "name": "cut", "global_start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24.0,
        "value": 86400.0}, "metadata": {"Other": {"deep": [[{"replay": 1}]]}}, "tracks": {"OTIO_SCHEMA": "Stack.1",
        "effects": [], "markers": [], "enabled": true, \(stack)
        "children": [{"OTIO_SCHEMA": "Track.1", "kind": "Video", "name": "V1", "source_range": null,
        "children": [\(items)]}\(tracks)]}}
        """
    }

    static func range(_ start: Double, _ length: Double, rate: Double = 24) -> String {
        """
        {"OTIO_SCHEMA": "TimeRange.1", "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": \(rate), "value": \(start)},
        "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": \(rate), "value": \(length)}}
        """
    }

    static func clip(
        _ start: Double, _ length: Double, url: String = "file:///m.mov", effects: String = "",
        schema: String = "Clip.2",
        reference: String = "ExternalReference.1"
    ) -> String {
        """
        {"OTIO_SCHEMA": "\(schema)", "name": "shot", "source_range": \(range(start, length)), "effects": [\(effects)],
        "active_media_reference_key": "DEFAULT_MEDIA", "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA":
        "\(reference)", "available_range": \(range(86400, 480)), "target_url": "\(url)"}}}
        """
    }

    static func warp(_ scalar: Double) -> String {
        #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "effect_name": "LinearTimeWarp", "time_scalar": \#(scalar)}"#
    }

    private func read(_ text: String) throws -> EditHistory {
        try EditHistory(duration: MediaTime(value: 20 * 90_000, timescale: 90_000)).applying(try Self.document(text))
    }

    @Test("A timeline of another program is read in the time of its media, with speeds, and audio that is cut alike")
    func otherPrograms() throws {
        let items = "\(Self.clip(86424, 48)), \(Self.clip(86496, 24, effects: Self.warp(2)))"
        let audio = #", {"OTIO_SCHEMA": "Track.1", "kind": "Audio", "children": [\#(items)]}"#
        let empty =
            #", {"OTIO_SCHEMA": "Track.1", "kind": "Video", "source_range": \#(Self.range(0, 0)), "children": []}"#
        let read = try read(
            Self.timeline(items, tracks: audio + empty, stack: "\"source_range\": \(Self.range(0, 72)),"))
        #expect(read.edit.clips.map(\.source.start.seconds) == [1, 4])
        #expect(read.edit.clips.map(\.source.end.seconds) == [3, 6])
        #expect(read.edit.clips.map(\.speed.description) == ["1x", "2x"])
        #expect(read.edit.editedDuration == .seconds(3))
    }

    @Test("A clip of version 1, without a range, is all of its media")
    func firstVersion() throws {
        let clip = """
            {"OTIO_SCHEMA": "Clip.1", "name": "a", "source_range": null, "media_reference": {"OTIO_SCHEMA":
            "ExternalReference.1", "target_url": "a.mov", "available_range": \(Self.range(0, 240, rate: 23.976))}}
            """
        let read = try read(Self.timeline(clip))
        #expect(read.edit.kept == [TimeRange(start: .seconds(0), end: MediaTime(value: 900_900, timescale: 90_000))])
    }

    @Test("What Replay has not is refused in a sentence")
    func refused() throws {
        let good = Self.clip(86400, 24)
        let bad: [(String, String)] = [
            (Self.timeline(good, schema: "SerializableCollection.1"), "not a “Timeline”"),
            (Self.timeline(good, schema: "Timeline.2"), "newer than “Timeline.1”"),
            (Self.timeline(Self.clip(86400, 24, schema: "Clip.3")), "newer than “Clip.2”"),
            (Self.timeline(#"{"OTIO_SCHEMA": "Gap.1", "source_range": \#(Self.range(0, 5))}, \#(good)"#), "has a gap"),
            (Self.timeline(#"\#(good), {"OTIO_SCHEMA": "Transition.1"}, \#(good)"#), "has a transition"),
            (Self.timeline(#"{"OTIO_SCHEMA": "Stack.1", "children": [\#(good)]}"#), "nested clips in a “Stack”"),
            (Self.timeline(Self.clip(86500, 24) + "," + good), "begins before clip 1 ends"),
            (Self.timeline(good + "," + Self.clip(86500, 24, url: "file:///n.mov")), "refer to several movies"),
            (Self.timeline(Self.clip(86400, 24, reference: "MissingReference.1")), "has no media"),
            (Self.timeline(Self.clip(86400, 24, reference: "GeneratorReference.1")), "not to a movie"),
            (Self.timeline(Self.clip(86400, 24, effects: Self.warp(0))), "0.1x to 16x"),
            (Self.timeline(Self.clip(86400, 24, effects: Self.warp(-1))), "0.1x to 16x"),
            (Self.timeline(Self.clip(86400, 24, effects: #"{"OTIO_SCHEMA": "FreezeFrame.1"}"#)), "0.1x to 16x"),
            (Self.timeline(Self.clip(86400, 24 * 99)), "extends beyond the recording"),
            (Self.timeline(Self.clip(0, 24)), "invalid range"),
            (Self.timeline(Self.clip(86400, 0)), "invalid range"),
            (Self.timeline(""), "it has no clips"),
            (
                Self.timeline(
                    good, tracks: #", {"OTIO_SCHEMA": "Track.1", "name": "A1", "children": [\#(Self.clip(86400, 12))]}"#
                ),
                "have different clips"
            ),
            (Self.timeline(good, stack: "\"source_range\": \(Self.range(5, 5)),"), "trimmed as a whole"),
            (#"{"OTIO_SCHEMA": "Timeline.1"}"#, "has no tracks"),
        ]
        for (text, complaint) in bad {
            let error = #expect(throws: InterchangeError.self, "\(complaint)") { try read(text) }
            #expect(error?.description.contains(complaint) == true, "\(complaint): \(error?.description ?? "")")
            #expect(error?.category == .badData)
        }
        for text in [
            #"{"OTIO_SCHEMA": 3}"#, #"{"OTIO_SCHEMA": "Clip"}"#, #"{"OTIO_SCHEMA": "Timeline.1", "tracks": [[]]}"#,
        ] {
            #expect(throws: JSON5Error.self) { try read(text) }
        }
    }

    @Test("Ten megabytes of nesting are refused without reading them all")
    func nested() throws {
        let level = #"{"OTIO_SCHEMA": "Stack.1", "children": ["#
        let text = String(repeating: level, count: 10_000_000 / level.utf8.count)
        let time = ThreadTime.measure {
            #expect(throws: JSON5Error.self) { try read(text) }
        }
        #expect(time < .seconds(20))
    }

    @Test("Numbers that cannot be are refused", arguments: ["1e999", "-1e300", "9e15", "0.0000000001"])
    func numbers(number: String) throws {
        let range = Self.range(0, 24).replacingOccurrences(of: "\"value\": 24.0", with: "\"value\": \(number)")
        let text = Self.timeline(
            #"{"OTIO_SCHEMA": "Clip.2", "source_range": \#(range), "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1"}}}"#
        )
        #expect(throws: (any Error).self) { try read(text) }
    }
}
