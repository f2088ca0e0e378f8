import Geometry
import Glibc
import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

/// Checks which events of the pointer's buttons a capture reports, and that it reports no others.
@Suite(.serialized, .timeLimit(.minutes(30))) struct PointerEventTests {
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Moves the pointer until a capture has seen it there. All earlier events have been noted by then.
    private func awaitPointer(
        _ display: DisplayClient, _ capture: ScreenCapture, _ planes: Planes, at x: Int16, _ y: Int16
    ) throws {
        try display.movePointer(to: x, y)
        try follow(capture, planes) { capture.pointerPlace == PixelPoint(x: Int(x), y: Int(y)) }
    }

    @Test("Buttons are told of with their place and time, in order; keys and the wheel never are")
    func buttons() throws {
        let display = try DisplayClient(height: 360)
        let input = HeadlessInput(display)
        let capture = try ScreenCapture.open(display: display.name, watchesButtons: true)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try awaitPointer(display, capture, planes, at: 200, 100)
        let begin = HostTime.now
        for keycode: UInt8 in [24, 38, 52] { try input.type(keycode) }
        try input.click(1)
        try input.click(4)
        try input.click(5)
        try input.click(3)
        for keycode: UInt8 in [24, 38, 52] { try input.type(keycode) }
        // A drawing is reported after an earlier click.
        try display.fill(PixelRect(x: 10, y: 10, width: 9, height: 9), with: 0xffffff)
        try follow(capture, planes) { planes[12, 12] == white }
        let events = try capture.takeButtonEvents()
        #expect(events.map(\.button) == [1, 1, 3, 3])
        #expect(events.map(\.isPress) == [true, false, true, false])
        #expect(events.allSatisfy { $0.place == PixelPoint(x: 200, y: 100) })
        #expect(events.allSatisfy { begin - .milliseconds(2) <= $0.time && $0.time <= .now })
        #expect(try capture.takeButtonEvents().isEmpty)
    }

    @Test("Without being asked a capture watches no buttons")
    func unasked() throws {
        let display = try DisplayClient(height: 360)
        let input = HeadlessInput(display)
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try input.click(1)
        try display.fill(PixelRect(x: 10, y: 10, width: 9, height: 9), with: 0xffffff)
        try follow(capture, planes) { planes[12, 12] == white }
        #expect(try capture.takeButtonEvents().isEmpty)
    }

    @Test("What happens beside an area is not told of, and places are those in it")
    func area() throws {
        let display = try DisplayClient(height: 360)
        let input = HeadlessInput(display)
        let capture = try ScreenCapture.open(
            display: display.name, target: .rectangle(x: 100, y: 50, width: 200, height: 100), watchesButtons: true)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try input.move(x: 120, y: 60)
        try input.click(1)
        try display.fill(PixelRect(x: 110, y: 60, width: 5, height: 5), with: 0xffffff)
        try follow(capture, planes) { planes[12, 12] == white && capture.pointerPlace == PixelPoint(x: 20, y: 10) }
        #expect(try capture.takeButtonEvents().map(\.place) == [PixelPoint(x: 20, y: 10), PixelPoint(x: 20, y: 10)])
        try input.move(x: 400, y: 300)
        try input.click(1)
        try display.fill(PixelRect(x: 110, y: 60, width: 5, height: 5), with: 0)
        try follow(capture, planes) { planes[12, 12] == black && capture.pointerPlace == nil }
        #expect(try capture.takeButtonEvents().isEmpty)
    }

    @Test("While a capture rests, and while a private window may be seen, nothing is told of")
    func hidden() throws {
        let display = try DisplayClient(height: 360)
        let input = HeadlessInput(display)
        let capture = try ScreenCapture.open(
            display: display.name, coverClasses: ["KeePassXC"], watchesButtons: true)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try input.click(1)
        capture.waker.wake()
        try capture.rest(until: nil)
        try capture.rest(until: .now + .milliseconds(50))
        #expect(try capture.takeButtonEvents().isEmpty)
        let window = try HeadlessWindow(
            on: display, PixelRect(x: 100, y: 60, width: 200, height: 120), colour: 0xffffff, className: "KeePassXC")
        try window.map()
        try input.click(1)
        try follow(capture, planes) { planes[150, 100] == white }
        #expect(capture.isPrivateWindowVisible)
        #expect(try capture.takeButtonEvents().isEmpty)
    }
}
