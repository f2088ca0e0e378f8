import Geometry
import Glibc
import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite(.serialized, .timeLimit(.minutes(30))) struct CaptureTargetTests {
    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    @Test("A rectangle shows just its pixels")
    func aRectangleShowsJustItsPixels() throws {
        let display = try DisplayClient()
        try display.fill(PixelRect(x: 100, y: 50, width: 20, height: 10), with: 0xffffff)
        let capture = try ScreenCapture.open(
            display: display.name, target: .rectangle(x: 101, y: 51, width: 201, height: 100))
        // An odd width is increased by a pixel.
        #expect(capture.size == PixelSize(width: 202, height: 100))
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        #expect(planes[0, 0] == white && planes[18, 8] == white && planes[19, 0] == black && planes[0, 9] == black)
        try display.fill(PixelRect(x: 300, y: 150, width: 400, height: 1), with: 0xffffff)
        try follow(capture, planes) { planes[199, 99] == white }
        #expect(planes[198, 99] == black && planes[199, 98] == black && planes[200, 99] == white)
    }

    @Test("What happens outside of a rectangle costs nothing")
    func whatHappensOutsideOfARectangleCostsNothing() throws {
        let display = try DisplayClient()
        try display.setSquareCursor()
        try display.movePointer(to: 500, 300)
        let capture = try ScreenCapture.open(
            display: display.name, target: .rectangle(x: 100, y: 100, width: 64, height: 64))
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        while try capture.wait(until: .now + .milliseconds(100)) != .deadline { _ = try planes.update(from: capture) }
        let count = capture.convertedPixelCount
        for index in 0..<40 {
            try display.fill(PixelRect(x: index * 15, y: 20, width: 7, height: 70), with: 0xff00ff)
            try display.fill(PixelRect(x: 170, y: index * 9, width: 99, height: 5), with: 0xff00ff)
            try display.movePointer(to: Int16(300 + index), 200)
            #expect(try capture.wait(until: .now + .milliseconds(3)) == .deadline)
        }
        #expect(capture.convertedPixelCount == count)
        let rectangle = PixelRect(x: 90, y: 110, width: 20, height: 4)
        try display.fill(rectangle, with: 0xffffff)
        try follow(capture, planes) { planes[0, 10] == white }
        #expect(planes[9, 13] == white && planes[10, 10] == black)
        #expect(capture.convertedPixelCount - count == 10 * 4)
        try display.movePointer(to: 90, 140)
        try follow(capture, planes) { planes[5, 55] == white }
        #expect(planes[6, 50] == black && planes[0, 39] == black)
        try display.movePointer(to: 20, 140)
        try follow(capture, planes) { planes[5, 55] == black }
    }

    @Test("A monitor is found by name and number and followed")
    func aMonitorIsFoundByNameAndNumberAndFollowed() throws {
        let display = try DisplayClient()
        try display.setMonitor("LEFT", PixelRect(x: 0, y: 0, width: 320, height: 360))
        try display.setMonitor("RIGHT", PixelRect(x: 320, y: 0, width: 320, height: 180))
        let monitors = try XConnection.open(display: display.name).monitors()
        let right = try #require(monitors.firstIndex { $0.name == "RIGHT" })
        #expect(monitors[right].description == "RIGHT (320x180 at 320,0)")
        try display.fill(PixelRect(x: 320, y: 0, width: 160, height: 90), with: 0xffffff)
        for name in ["RIGHT", "\(right + 1)"] {
            let capture = try ScreenCapture.open(display: display.name, target: .monitor(name))
            #expect(capture.size == PixelSize(width: 320, height: 180))
            let planes = Planes(capture.size)
            _ = try planes.update(from: capture)
            #expect(planes[0, 0] == white && planes[159, 89] == white && planes[160, 89] == black)
        }
    }

    @Test("A monitor of another size is fitted and one that is gone leaves its frame")
    func aMonitorOfAnotherSizeIsFittedAndOneThatIsGoneLeavesItsFrame() throws {
        let display = try DisplayClient()
        try display.setMonitor("M", PixelRect(x: 0, y: 0, width: 320, height: 180))
        let capture = try ScreenCapture.open(display: display.name, target: .monitor("M"))
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try display.fill(PixelRect(x: 400, y: 100, width: 160, height: 180), with: 0xffffff)
        try display.deleteMonitor("M")
        try display.setMonitor("M", PixelRect(x: 400, y: 100, width: 160, height: 180))
        try display.fill(PixelRect(x: 0, y: 0, width: 1, height: 1), with: 1)
        var notices: [CaptureNotice] = []
        try follow(capture, planes) {
            notices += capture.takeNotices()
            return notices.last == .resized(PixelSize(width: 160, height: 180))
        }
        #expect(planes[80, 0] == white && planes[239, 179] == white)
        #expect(planes[79, 90] == black && planes[240, 90] == black)
        try display.deleteMonitor("M")
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 0, height: 0))] }
        try display.fill(PixelRect(x: 400, y: 100, width: 160, height: 180), with: 0)
        _ = try capture.wait(until: .now + .milliseconds(50))
        _ = try planes.update(from: capture)
        #expect(planes[80, 0] == white)
    }

    @Test("A screen of another size is fitted")
    func aScreenOfAnotherSizeIsFitted() throws {
        let display = try DisplayClient(height: 360)
        let capture = try ScreenCapture.open(display: display.name)
        let planes = Planes(capture.size)
        try display.fill(PixelRect(x: 0, y: 0, width: 640, height: 360), with: 0xffffff)
        _ = try planes.update(from: capture)
        try display.resize(to: PixelSize(width: 180, height: 320))
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 180, height: 320))] }
        try display.fill(PixelRect(x: 0, y: 0, width: 180, height: 320), with: 0xffffff)
        // 180x320 becomes 202x360, 218 pixels from the left.
        try follow(capture, planes) { planes[218, 0] == white }
        #expect(planes[218, 0] == white && planes[419, 359] == white)
        #expect(planes[217, 180] == black && planes[420, 180] == black)
        try display.fill(PixelRect(x: 0, y: 0, width: 180, height: 160), with: 0x808080)
        try follow(capture, planes) { planes[300, 179] < 200 }
        #expect(planes[218, 0] == planes[419, 179] && planes[300, 180] == white)
        try display.resize(to: PixelSize(width: 640, height: 360))
        try follow(capture, planes) { capture.takeNotices() == [.resized(PixelSize(width: 640, height: 360))] }
        try display.fill(PixelRect(x: 600, y: 300, width: 40, height: 60), with: 0xffffff)
        try follow(capture, planes) { planes[639, 359] == white && planes[600, 300] == white }
    }

    @Test("A smaller screen blackens what a rectangle lost")
    func aSmallerScreenBlackensWhatARectangleLost() throws {
        let display = try DisplayClient(height: 360)
        try display.fill(PixelRect(x: 0, y: 0, width: 640, height: 360), with: 0xffffff)
        let capture = try ScreenCapture.open(
            display: display.name, target: .rectangle(x: 100, y: 100, width: 200, height: 200))
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        try display.resize(to: PixelSize(width: 200, height: 250))
        try follow(capture, planes) { planes[100, 0] == black }
        try display.fill(PixelRect(x: 0, y: 0, width: 200, height: 250), with: 0xffffff)
        try follow(capture, planes) { planes[99, 149] == white }
        #expect(planes[99, 149] == white && planes[99, 150] == black && planes[100, 149] == black)
        #expect(capture.takeNotices().isEmpty)
    }

    @Test("Bad targets are refused with what there is")
    func badTargetsAreRefusedWithWhatThereIs() throws {
        let display = try DisplayClient()
        let inputOnly = try HeadlessWindow(
            on: display, PixelRect(x: 0, y: 0, width: 50, height: 50), colour: nil, inputOnly: true)
        let bad: [(CaptureTarget, String)] = [
            (.monitor("DP-7"), "1: screen (640x361 at 0,0)"), (.monitor("0"), "“0”"),
            (.rectangle(x: 600, y: 0, width: 41, height: 50), "640x361"),
            (.rectangle(x: -1, y: 0, width: 40, height: 50), "at -1,0"),
            (.rectangle(x: 0, y: 0, width: .max, height: 50), "640x361"),
            (.rectangle(x: 0, y: 0, width: 14, height: 50), "at least 16x16"),
            (.window(0x1234567), "0x1234567"), (.window(inputOnly.id), "input"),
        ]
        for (target, part) in bad {
            let error = #expect(throws: CaptureError.self) {
                try ScreenCapture.open(display: display.name, target: target)
            }
            #expect(error?.code == .noSuchTarget)
            #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
        }
    }
}
