import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import Testing

/// Checks a recording with every kind of event that the recorder writes, in the page of `replay preview`.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PreviewEventsTests {
    private struct Plan: Encodable {
        struct Late: Encodable {
            let address: String
            let lock: String
        }

        let address: String
        let unknown: String
        let late: Late
    }

    private struct Found: Decodable {
        let marks: [String]
        let unknown: [String]
        /// The message while a recording has no proxy.
        let late: String
        /// The sources that the record view reports as missing.
        let absences: [String]
        /// True for each panel without which the player plays.
        let broken: [String: Bool]
        let errors: [String]
    }

    /// The kinds of events that have no row of their own in the page.
    private static let silent: Set<RecordingEvent.Kind> = [
        .started, .stopped, .resumed, .unmuted, .uncovered, .writing,
    ]

    @Test(
        "The page opens a recording with every kind of event, plays although a panel fails, and awaits a late proxy",
        .enabled(if: PreviewJudge.events.isThere, "Chromium, or Playwright, is not there"))
    func events() throws {
        let place = try Workplace()
        let (id, late) = (try importedMovie("a.mp4", in: place), try importedMovie("late.mp4", in: place))
        let lines = try RecordingEvent.Kind.allCases.enumerated().map { number, kind in
            try RecordingEvent.lines([RecordingEvent(time: .init(value: Int64(number), timescale: 10), kind: kind)])
        }
        let file = URL(filePath: place.path("home/recordings/\(id)/\(RecordingEvent.fileName)"))
        let unknown = #"{"kind":"beamedUp","time":"1/10"}"# + "\n"
        try (Data(lines.joined()) + Data(unknown.utf8)).write(to: file)

        let server = try RunningPreview(in: place)
        let plan = Plan(
            address: "\(server.address)/\(id)", unknown: "beamedUp",
            late: .init(address: "\(server.address)/\(late)", lock: place.path("home/recordings/\(late)/proxy.lock")))
        let found: Found = try PreviewJudge.events.found(plan, in: place)
        try server.stop()
        #expect(found.errors.isEmpty, "\(found.errors)")
        #expect(found.marks.count == RecordingEvent.Kind.allCases.count - Self.silent.count, "\(found.marks)")
        #expect(!found.marks.contains { $0.isEmpty || $0.contains("undefined") }, "\(found.marks)")
        try expect(absences: found.absences)
        #expect(found.unknown.contains("Beamed up"), "\(found.unknown)")
        #expect(found.late == "The video is not prepared yet.")
        #expect(found.broken.count == 8 && found.broken.values.allSatisfy { $0 }, "\(found.broken)")
    }

    /// Expects that the missing display and audio server are each reported once, with a remedy.
    private func expect(absences: [String]) throws {
        try #require(absences.count == 2, "\(absences)")
        #expect(absences[0].contains("X display") && absences[0].contains("Check DISPLAY"))
        #expect(absences[1].contains("no audio server") && absences[1].contains("Start PulseAudio or PipeWire"))
    }

    private func importedMovie(_ name: String, in place: Workplace) throws -> String {
        let path = place.path(name)
        let source = "-f lavfi -i testsrc2=s=320x180:r=10:d=3 -c:v libx264 -preset ultrafast"
        try ChildProcess.tool(
            ["ffmpeg", "-v", "error", "-nostdin"] + source.split(separator: " ").map(String.init) + [path])
        let imported = try place.replay("import", path)
        try #require(imported.status == 0, "\(imported.errors)")
        return imported.line
    }
}
