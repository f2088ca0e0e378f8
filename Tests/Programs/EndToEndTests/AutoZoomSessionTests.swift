import Foundation
import MediaTime
import ReplayLibrary
import ReplayTestSupport
import ReplayTimeline
import Testing

/// Checks the zooms that `replay autozoom` proposes for sessions on a real display, which a script plays.
@Suite(.serialized, .timeLimit(.minutes(30))) struct AutoZoomSessionTests {
    private struct Zoom: Decodable {
        let range: TimeRange
        let rectangle: String

        func holds(_ time: Double) -> Bool { range.start.seconds <= time && time < range.end.seconds }

        func shows(_ x: Int, _ y: Int) -> Bool {
            guard let area = FrameRectangle(rectangle) else { return false }
            return (area.x..<area.x + area.width).contains(x) && (area.y..<area.y + area.height).contains(y)
        }
    }

    /// A session: its display, its pointer and keyboard, and its recording.
    private final class Session {
        let place: Workplace
        let input: InputInjector

        init() throws {
            place = try Workplace(screen: (1280, 720))
            input = try InputInjector(display: place.screen?.display)
            input.move(x: 640, y: 360)
        }

        func begin() throws {
            let begun = try place.start([
                "record", "--audio", "none", "--pointer", "--detach", "--name", "session",
            ]).wait()
            try #require(begun.status == 0, "\(begun.errors)")
            _ = try place.awaitStatus { $0.frames > 0 }
        }

        /// Waits until the recording is some seconds longer.
        func pass(_ seconds: Double) throws {
            let now = try place.awaitStatus { $0.frames > 0 }.seconds
            _ = try place.awaitStatus { $0.seconds > now + seconds }
        }

        /// Ends the recording, and returns the zooms that are proposed.
        func zooms() throws -> [Zoom] {
            struct Report: Decodable { let zooms: [Zoom] }
            #expect(try place.replay("stop").status == 0)
            let shown = try place.replay("autozoom", "session", "--dry-run", "--json")
            return try JSONDecoder().decode(Report.self, from: Data(shown.output.utf8)).zooms
        }

        func entries() throws -> [PointerEntry] {
            try RecordingLibrary.open(home: place.home.path).recording(matching: "session").entries(
                of: PointerEntry.self)
        }

        /// Runs a program that shows what is typed, in a window of the display.
        func terminal(_ geometry: String) throws -> ChildProcess {
            let process = try place.start(command: ["xterm", "-title", "notes", "-geometry", geometry, "-e", "cat"])
            try place.await("the terminal") { try place.replay("sources").output.contains("notes") }
            return process
        }
    }

    @Test("Changes are noted from the start on, and not while the screen is covered or the recording paused")
    func privacy() throws {
        let place = try Workplace(screen: (320, 240))
        let scene = try RunningScene(SceneConfiguration(kind: .motion, rate: 30, display: place.screen?.display))
        let begun = try place.start(["record", "--audio", "none", "--detach"]).wait()
        try #require(begun.status == 0, "\(begun.errors)")
        for command in ["cover", "uncover", "pause", "resume", "stop"] {
            let now = try place.awaitStatus { $0.frames > 0 }.seconds
            if command != "resume" { _ = try place.awaitStatus { $0.seconds > now + 1 } }
            #expect(try place.replay(command).status == 0)
        }
        _ = try scene.stop()
        let recording = try RecordingLibrary.open(home: place.home.path).recording(matching: nil)
        let entries = try recording.entries(of: ChangeEntry.self)
        func time(of kind: RecordingEvent.Kind) throws -> Int64 {
            let event = try #require(try recording.events().first { $0.kind == kind })
            return event.time.converted(to: ChangeEntry.timescale, rounding: .nearest).value
        }
        let (covered, uncovered) = (try time(of: .covered), try time(of: .uncovered))
        // The events are noted some milliseconds later than the gate closes and opens.
        let inside = covered..<max(covered, uncovered - 45_000)
        #expect(entries.first.map { $0.time < 90_000 && $0.width == 320 && $0.height == 240 } == true)
        #expect(
            entries.contains { $0.time < covered } && !entries.contains { inside.contains($0.time) })
        // The first change after the cover is the whole frame, and later ones are parts.
        let later = entries.filter { $0.time >= inside.upperBound }
        #expect(later.first.map { $0.width == 320 && $0.height == 240 } == true)
        #expect(later.count > 10 && zip(entries, entries.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(entries.allSatisfy { Int($0.x) + Int($0.width) <= 320 && Int($0.y) + Int($0.height) <= 240 })
    }

    @Test("Each click of a walk through menus is shown, and a drag is a zoom of its place")
    func clicks() throws {
        let session = try Session()
        try session.begin()
        try session.pass(2)
        let places = [(900, 100), (1100, 600), (150, 500)]
        for (x, y) in places {
            session.input.move(x: x, y: y)
            session.input.click()
            try session.pass(6)
        }
        let zooms = try session.zooms()
        let presses = try session.entries().filter { $0.kind == .pressed }
        try #require(presses.count == places.count)
        for (press, (x, y)) in zip(presses, places) {
            let time = Double(press.time) / Double(PointerEntry.timescale)
            #expect(zooms.contains { $0.holds(time) && $0.shows(x, y) }, "\(time) \(x) \(y): \(zooms)")
        }
        // Each place has a zoom of its own.
        #expect(zooms.count == places.count, "\(zooms)")
    }

    @Test("While the user types in a terminal, the zoom stays, and it shows all that is typed")
    func typing() throws {
        let session = try Session()
        let terminal = try session.terminal("80x24+100+80")
        defer { terminal.send(SIGTERM) }
        try session.begin()
        try session.pass(3)
        session.input.move(x: 200, y: 200)
        session.input.click()
        let start = try session.place.awaitStatus { $0.frames > 0 }.seconds
        // The keys of the upper row of letters.
        for number in 0..<40 {
            session.input.type(UInt8(24 + number % 10))
            try session.pass(0.1)
        }
        let end = try session.place.awaitStatus { $0.frames > 0 }.seconds
        try session.pass(5)
        let zooms = try session.zooms()
        let typed = zooms.filter { $0.holds(start + 1) && $0.holds(end - 0.3) }
        // The first line of the terminal.
        #expect(typed.count == 1 && typed[0].shows(110, 90), "\(start)..\(end): \(zooms)")
        #expect(zooms.allSatisfy { $0.range.end.seconds < end + 4 }, "\(zooms)")
    }

    @Test("A screen that stands still gets no zooms")
    func still() throws {
        let session = try Session()
        try session.begin()
        try session.pass(4)
        #expect(try session.zooms().isEmpty)
    }
}
