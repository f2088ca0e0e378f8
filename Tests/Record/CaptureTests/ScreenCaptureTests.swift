import CXCB
import Geometry
import Glibc
import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite(.serialized, .timeLimit(.minutes(30))) struct ScreenCaptureTests {
    init() {
        // libxcb may write to a server that has ended.
        signal(SIGPIPE, SIG_IGN)
    }

    @Test("A frame holds what is drawn and odd sides are cropped")
    func aFrameHoldsWhatIsDrawnAndOddSidesAreCropped() throws {
        let display = try DisplayClient(width: 641)
        try display.fill(PixelRect(x: 100, y: 50, width: 20, height: 10), with: 0xffffff)
        let capture = try ScreenCapture.open(display: display.name)
        #expect(capture.size == PixelSize(width: 640, height: 360))
        let planes = Planes(capture.size)
        let before = HostTime.now
        let time = try planes.update(from: capture)
        #expect(before <= time && time <= .now)
        #expect(planes[100, 50] == white && planes[119, 59] == white)
        #expect(planes[99, 50] == black && planes[120, 59] == black && planes[639, 359] == black)
    }

    @Test(
        "Only what changed is converted",
        arguments: [
            PixelRect(x: 33, y: 21, width: 11, height: 7), PixelRect(x: 10, y: 100, width: 500, height: 4),
        ])
    func onlyWhatChangedIsConverted(rectangle: PixelRect) throws {
        let display = try DisplayClient()
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        let before = (time: HostTime.now, count: capture.convertedPixelCount)
        try display.fill(rectangle, with: 0xffffff)
        let drawn = HostTime.now
        guard case .changed = try capture.wait(until: nil) else { throw CaptureError(.displayLost, reason: "woken") }
        let time = try planes.update(from: capture)
        #expect(time > before.time - .milliseconds(2) && time <= drawn + .milliseconds(1))
        #expect(capture.convertedPixelCount - before.count == rectangle.evenAligned.area)
        #expect(
            planes[rectangle.x0, rectangle.y0] == white && planes[rectangle.x1 - 1, rectangle.y1 - 1] == white
        )
        #expect(
            planes[rectangle.x0 - 1, rectangle.y0] == black && planes[rectangle.x1, rectangle.y0] == black)
        #expect(try capture.wait(until: .now + .milliseconds(50)) == .deadline)
    }

    @Test("A display without shared memory is captured too")
    func aDisplayWithoutSharedMemoryIsCapturedToo() throws {
        let display = try DisplayClient(listensToNetwork: true)
        let capture = try ScreenCapture.open(display: "127.0.0.1" + display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        let rectangle = PixelRect(x: 33, y: 21, width: 11, height: 7)
        try display.fill(rectangle, with: 0xffffff)
        try follow(capture, planes) { planes[33, 21] == white && planes[43, 27] == white }
        #expect(planes[32, 21] == black && planes[44, 21] == black && planes[0, 0] == black)
    }

    @Test("Changes while the caller was busy are all there")
    func changesWhileTheCallerWasBusyAreAllThere() throws {
        let display = try DisplayClient()
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        for index in 0..<100 {
            try display.fill(PixelRect(x: index * 6, y: index * 3, width: 3, height: 2), with: 0xffffff)
        }
        try follow(capture, planes) { (0..<100).allSatisfy { planes[$0 * 6 + 1, $0 * 3 + 1] > 200 } }
    }

    @Test("The pointer is in the frame and leaves nothing behind")
    func thePointerIsInTheFrameAndLeavesNothingBehind() throws {
        let display = try DisplayClient()
        try display.setSquareCursor()
        try display.movePointer(to: 40, 40)
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        #expect(planes[40, 40] == white && planes[55, 55] == white && planes[56, 40] == black)
        try display.movePointer(to: 301, 201)
        try follow(capture, planes) { planes[301, 201] == white && planes[40, 40] == black }
        #expect(planes[316, 216] == white && planes[300, 200] == black && planes[55, 55] == black)
        // The pointer is half outside the screen.
        try display.movePointer(to: 635, 355)
        try follow(capture, planes) { planes[639, 359] == white && planes[301, 201] == black }
    }

    @Test("Drawing under the pointer keeps it")
    func drawingUnderThePointerKeepsIt() throws {
        let display = try DisplayClient()
        try display.setSquareCursor()
        try display.movePointer(to: 100, 100)
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try display.fill(PixelRect(x: 90, y: 90, width: 12, height: 12), with: 0x808080)
        try follow(capture, planes) { planes[90, 90] > 100 }
        #expect(planes[100, 100] == white && planes[101, 101] == white && planes[99, 100] < 200)
    }

    @Test("Another thread wakes it")
    func anotherThreadWakesIt() throws {
        let display = try DisplayClient()
        let capture = try ScreenCapture.open(display: display.name)
        _ = try Planes(capture.size).update(from: capture)
        let waker = capture.waker
        Task.detached { waker.wake() }
        while true {
            let event = try capture.wait(until: nil)
            if event == .woken { break }
        }
        #expect(try capture.wait(until: .now) == .deadline)
    }

    @Test("A lost display is an error")
    func aLostDisplayIsAnError() throws {
        let display = try DisplayClient()
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        display.server.kill()
        let error = #expect(throws: CaptureError.self) {
            while true { _ = try capture.wait(until: nil) }
        }
        #expect(error?.code == .displayLost)
        let second = #expect(throws: CaptureError.self) { try planes.update(from: capture) }
        #expect(second?.code == .displayLost)
    }

    @Test("A display that is not there is named")
    func aDisplayThatIsNotThereIsNamed() throws {
        let error = #expect(throws: CaptureError.self) { try ScreenCapture.open(display: ":4321") }
        #expect(error?.code == .noDisplay)
        #expect(error?.description.contains("“:4321”") == true)
    }

    @Test("A display of another depth is refused")
    func aDisplayOfAnotherDepthIsRefused() throws {
        let display = try DisplayClient(height: 360, depth: 16)
        let error = #expect(throws: CaptureError.self) { try ScreenCapture.open(display: display.name) }
        #expect(error?.code == .unsupportedDisplay)
    }
}
