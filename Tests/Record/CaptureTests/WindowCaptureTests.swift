import CXCB
import Geometry
import Glibc
import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite(.serialized, .timeLimit(.minutes(30))) struct WindowCaptureTests {
    private let frame = PixelRect(x: 100, y: 60, width: 200, height: 120)

    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    private func open(_ window: HeadlessWindow, _ display: DisplayClient) throws -> (ScreenCapture, Planes) {
        let capture = try ScreenCapture.open(display: display.name, target: .window(window.id))
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        return (capture, planes)
    }

    @Test("A window is captured without what lies over it", arguments: [0, 7] as [UInt16])
    func aWindowIsCapturedWithoutWhatLiesOverIt(border: UInt16) throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff, border: border)
        try window.map()
        let over = try HeadlessWindow(on: display, frame, colour: 0x0000ff)
        try over.map()
        let (capture, planes) = try open(window, display)
        #expect(capture.size == PixelSize(width: 200, height: 120))
        #expect(planes[0, 0] == white && planes[199, 119] == white && planes[100, 60] == white)
        // Sometimes one more frame of the whole window follows the first.
        while try capture.wait(until: .now + .milliseconds(100)) != .deadline { _ = try planes.update(from: capture) }
        try display.fill(PixelRect(x: 10, y: 20, width: 30, height: 8), of: window.id, with: 0)
        let before = capture.convertedPixelCount
        try follow(capture, planes) { planes[10, 20] == black }
        #expect(planes[39, 27] == black && planes[40, 27] == white && planes[9, 20] == white)
        #expect(capture.convertedPixelCount - before == 30 * 8)
    }

    @Test("The alpha of a window is left out")
    func theAlphaOfAWindowIsLeftOut() throws {
        let display = try DisplayClient()
        try display.fill(PixelRect(x: 0, y: 0, width: 640, height: 360), with: 0xffffff)
        let window = try HeadlessWindow(on: display, frame, colour: 0x0000_0000, depth: 32)
        try window.map()
        let (capture, planes) = try open(window, display)
        #expect(planes[0, 0] == black && planes[199, 119] == black)
        try window.fill(0x80ff_ffff)
        try follow(capture, planes) { planes[0, 0] == white }
        #expect(planes[199, 119] == white)
    }

    @Test("A window that is hidden at the start is black until it is shown")
    func aWindowThatIsHiddenAtTheStartIsBlackUntilItIsShown() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff)
        let (capture, planes) = try open(window, display)
        #expect(capture.size == PixelSize(width: 200, height: 120) && planes[100, 60] == black)
        try window.map()
        try follow(capture, planes) { capture.takeNotices() == [.windowShown] }
        #expect(planes[0, 0] == white && planes[199, 119] == white)
    }

    @Test("A resized window is fitted and noticed")
    func aResizedWindowIsFittedAndNoticed() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff)
        try window.map()
        let (capture, planes) = try open(window, display)
        try window.resize(to: PixelSize(width: 100, height: 120))
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 100, height: 120))] }
        #expect(planes[50, 0] == white && planes[149, 119] == white)
        #expect(planes[49, 60] == black && planes[150, 60] == black)
        try window.resize(to: PixelSize(width: 400, height: 241))
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 400, height: 241))] }
        try display.fill(PixelRect(x: 200, y: 0, width: 200, height: 241), of: window.id, with: 0)
        try follow(capture, planes) { planes[150, 60] == black }
        #expect(planes[99, 60] == white && planes[100, 60] == black)
        try window.resize(to: PixelSize(width: 1, height: 1))
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 1, height: 1))] }
        try window.resize(to: PixelSize(width: 200, height: 120))
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 200, height: 120))] }
        #expect(planes[0, 0] == white && planes[199, 119] == white)
    }

    @Test("An unmapped window keeps its last frame until it is back")
    func anUnmappedWindowKeepsItsLastFrameUntilItIsBack() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff)
        try window.map()
        let (capture, planes) = try open(window, display)
        try window.unmap()
        try follow(capture, planes) { capture.takeNotices() == [.windowHidden] }
        #expect(planes[0, 0] == white && planes[199, 119] == white)
        try window.map()
        try follow(capture, planes) { capture.takeNotices() == [.windowShown] }
        try display.fill(PixelRect(x: 0, y: 0, width: 9, height: 9), of: window.id, with: 0)
        try follow(capture, planes) { planes[0, 0] == black }
    }

    @Test("A window in a frame that is unmapped is followed")
    func aWindowInAFrameThatIsUnmappedIsFollowed() throws {
        let display = try DisplayClient()
        let manager = try HeadlessWindow(on: display, frame, colour: 0x00ff00)
        let window = try HeadlessWindow(
            on: display, PixelRect(x: 0, y: 0, width: 100, height: 50), colour: 0xffffff)
        try window.map()
        let (capture, planes) = try open(window, display)
        try window.reparent(to: manager)
        try follow(capture, planes) { capture.takeNotices() == [.windowHidden] }
        try manager.map()
        try follow(capture, planes) { capture.takeNotices() == [.windowShown] }
        try manager.unmap()
        try follow(capture, planes) { capture.takeNotices() == [.windowHidden] }
        try manager.map()
        try follow(capture, planes) { capture.takeNotices() == [.windowShown] }
        try display.fill(PixelRect(x: 0, y: 0, width: 9, height: 9), of: window.id, with: 0)
        try follow(capture, planes) { planes[0, 0] == black }
        #expect(planes[9, 9] == white)
    }

    @Test("A closed window keeps its last frame")
    func aClosedWindowKeepsItsLastFrame() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff)
        try window.map()
        let (capture, planes) = try open(window, display)
        try window.destroy()
        try follow(capture, planes) { capture.takeNotices() == [.windowClosed] }
        try display.fill(PixelRect(x: 0, y: 0, width: 640, height: 360), with: 0x808080)
        #expect(try capture.wait(until: .now + .milliseconds(30)) == .deadline)
        _ = try planes.update(from: capture)
        #expect(planes[0, 0] == white && planes[199, 119] == white)
    }

    @Test("A window that is closed with its parts is not taken for a private one")
    func aClosedWindowIsNotPrivate() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff)
        let part = try HeadlessWindow(
            on: display, PixelRect(x: 0, y: 0, width: 50, height: 50), colour: 0, parent: window.id)
        try part.map()
        try window.map()
        let capture = try ScreenCapture.open(
            display: display.name, target: .window(window.id), coverClasses: ["Diary"])
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try #require(!capture.isPrivateWindowVisible)
        try window.destroy()
        try follow(capture, planes) {
            #expect(!capture.isPrivateWindowVisible)
            return capture.takeNotices() == [.windowClosed]
        }
        #expect(!capture.isPrivateWindowVisible)
    }

    @Test("The cursor is in the frame only over the window")
    func theCursorIsInTheFrameOnlyOverTheWindow() throws {
        let display = try DisplayClient()
        try display.setSquareCursor()
        try display.movePointer(to: 20, 20)
        let window = try HeadlessWindow(on: display, frame, colour: 0)
        try window.map()
        let over = try HeadlessWindow(
            on: display, PixelRect(x: 200, y: 60, width: 100, height: 120), colour: 0x0000ff)
        try over.map()
        let (capture, planes) = try open(window, display)
        #expect(planes[0, 0] == black)
        try display.movePointer(to: 110, 70)
        try follow(capture, planes) { planes[10, 10] == white }
        #expect(planes[25, 25] == white && planes[26, 10] == black && planes[9, 10] == black)
        try display.movePointer(to: 220, 70)
        try follow(capture, planes) { planes[10, 10] == black }
        #expect(planes[120, 10] == black)
        try over.unmap()
        try display.movePointer(to: 221, 70)
        try follow(capture, planes) { planes[121, 10] == white }
    }

    @Test("No race of its end is an error")
    func noRaceOfItsEndIsAnError() throws {
        let display = try DisplayClient()
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed)
        for round in 0..<30 {
            let window = try HeadlessWindow(on: display, frame, colour: 0xffffff)
            try window.map()
            let (capture, planes) = try open(window, display)
            let delay = UInt32.random(in: 0...3000, using: &generator)
            let sizes = (0..<4).map { _ in
                PixelSize(
                    width: .random(in: 1...300, using: &generator), height: .random(in: 1...300, using: &generator))
            }
            let thread = TestThread {
                usleep(delay)
                for size in sizes { try? window.resize(to: size) }
                try? window.unmap()
                try? window.map()
                try? window.fill(0x808080)
                try? window.destroy()
            }
            try follow(capture, planes) {
                _ = try planes.update(from: capture)
                return capture.takeNotices().contains(.windowClosed)
            }
            thread.join()
            _ = try capture.wait(until: .now)
            _ = try planes.update(from: capture)
            #expect(capture.size == PixelSize(width: 200, height: 120), "round \(round), seed \(seed)")
        }
    }
}
