import Geometry
import Glibc
import MediaTime
import ReplayTestSupport
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite(.serialized, .timeLimit(.minutes(30))) struct ScreenWindowsTests {
    private let frame = PixelRect(x: 100, y: 60, width: 200, height: 120)

    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test("Windows are listed and found")
    func windowsAreListedAndFound() throws {
        let display = try DisplayClient()
        let manager = try HeadlessWindow(on: display, frame, colour: 0)
        let notes = try HeadlessWindow(
            on: display, PixelRect(x: 4, y: 4, width: 90, height: 50), colour: 0, className: "Gedit",
            title: "My Notes – Übung", parent: manager.id)
        try notes.setState()
        try notes.map()
        try manager.map()
        let mail = try HeadlessWindow(on: display, frame, colour: 0, className: "Mail", title: "Notes to send")
        let all = try WindowList.list(display: display.name)
        #expect(all.map(\.id) == [notes.id, mail.id])
        #expect(all[0].title == "My Notes – Übung" && all[0].className == "Gedit" && all[0].isVisible)
        #expect(all[0].width == 90 && all[0].height == 50 && !all[1].isVisible)
        for text in ["übung", "my notes", "\(notes.id)", "0x" + String(notes.id, radix: 16)] {
            #expect(try WindowList.find(matching: text, display: display.name) == all[0])
        }
    }

    @Test(
        "What is not one window is an error that names them",
        arguments: [
            ("Notes", "2 windows"), ("nothing", "no window"), ("", "no window"), ("0x7", "no window"),
        ])
    func whatIsNotOneWindowIsAnErrorThatNamesThem(text: String, part: String) throws {
        let display = try DisplayClient()
        let first = try HeadlessWindow(on: display, frame, colour: 0, title: "My Notes")
        let second = try HeadlessWindow(on: display, frame, colour: 0, title: "Other notes")
        let error = #expect(throws: CaptureError.self) {
            try WindowList.find(matching: text, display: display.name)
        }
        #expect(error?.code == .noSuchTarget)
        let description = error?.description ?? ""
        #expect(description.contains(part) && description.contains("“My Notes”"))
        #expect(description.contains(first.id.windowName) && description.contains(second.id.windowName))
    }

    @Test("No window at all is said")
    func noWindowAtAllIsSaid() throws {
        let display = try DisplayClient()
        #expect(try WindowList.list(display: display.name).isEmpty)
        let error = #expect(throws: CaptureError.self) {
            try WindowList.find(matching: "a", display: display.name)
        }
        #expect(error?.description.contains("there are no windows") == true)
    }

    /// Returns the result of `pick` while `act` simulates the user, once `pick` has grabbed the pointer.
    private func pick(_ display: DisplayClient, _ act: (HeadlessInput) throws -> Void) throws -> ScreenWindow? {
        let input = HeadlessInput(display)
        let name = display.name
        var result: Result<ScreenWindow?, any Error>?
        // The previous grab may still be ending.
        try input.awaitGrab(false)
        let thread = TestThread {
            // The call is refused while the test itself grabs the pointer to see whether it can.
            repeat {
                result = Result { try WindowList.pick(display: name, until: .now + .seconds(WaitLimit.seconds)) }
            } while Self.isRefused(result)
        }
        try input.awaitGrab()
        try act(input)
        thread.join()
        return try result?.get()
    }

    private static func isRefused(_ result: Result<ScreenWindow?, any Error>?) -> Bool {
        guard case .failure(let error as CaptureError) = result else { return false }
        return error.code == .requestRefused
    }

    @Test("A click chooses the window in the frame")
    func aClickChoosesTheWindowInTheFrame() throws {
        let display = try DisplayClient()
        let manager = try HeadlessWindow(on: display, frame, colour: 0)
        let notes = try HeadlessWindow(
            on: display, PixelRect(x: 0, y: 20, width: 200, height: 100), colour: 0, title: "Notes",
            parent: manager.id)
        try notes.setState()
        try notes.map()
        try manager.map()
        // On the title bar.
        try display.movePointer(to: 110, 65)
        #expect(try pick(display) { try $0.click(1) }?.id == notes.id)
        #expect(try pick(display) { try $0.click(3) } == nil)
        // Escape on Xvfb's keyboard.
        #expect(try pick(display) { try $0.type(9) } == nil)
        try display.movePointer(to: 10, 10)
        let error = #expect(throws: CaptureError.self) { try pick(display) { try $0.click(1) } }
        #expect(error?.code == .noSuchTarget)
    }

    @Test("Nobody clicks until the deadline")
    func nobodyClicksUntilTheDeadline() throws {
        let display = try DisplayClient()
        #expect(try WindowList.pick(display: display.name, until: .now + .milliseconds(10)) == nil)
    }
}
