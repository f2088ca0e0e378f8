import Geometry
import Glibc
import MediaTime
import Testing

@testable import ReplayCapture
@testable import ReplaySources

@Suite(.serialized, .timeLimit(.minutes(30))) struct PrivateWindowTests {
    private let frame = PixelRect(x: 100, y: 60, width: 200, height: 120)
    private let classes = ["KeePassXC"]

    init() {
        signal(SIGPIPE, SIG_IGN)
    }

    private func open(
        _ display: DisplayClient, _ target: CaptureTarget = .screen
    ) throws -> (ScreenCapture, Planes) {
        let capture = try ScreenCapture.open(display: display.name, target: target, coverClasses: classes)
        let planes = Planes(capture.size)
        _ = try planes.update(from: capture)
        return (capture, planes)
    }

    private func expectNoChange(_ capture: ScreenCapture, _ planes: Planes) throws {
        _ = try capture.wait(until: .now + .milliseconds(20))
        _ = try planes.update(from: capture)
    }

    @Test("A window that was there before counts until it is unmapped")
    func aWindowThatWasThereBeforeCountsUntilItIsUnmapped() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff, className: "keepassxc")
        try window.map()
        let (capture, planes) = try open(display)
        #expect(capture.isPrivateWindowVisible)
        try window.unmap()
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
        #expect(try capture.wait(until: .now + .milliseconds(20)) == .deadline)
        try window.map()
        try follow(capture, planes) { planes[200, 100] == white }
        #expect(capture.isPrivateWindowVisible)
        try window.destroy()
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
    }

    @Test("Other and unmapped windows do not count")
    func otherAndUnmappedWindowsDoNotCount() throws {
        let display = try DisplayClient()
        let hidden = try HeadlessWindow(on: display, frame, colour: 0xffffff, className: "KeePassXC")
        let other = try HeadlessWindow(on: display, frame, colour: 0xffffff, className: "XTerm")
        try other.map()
        let inputOnly = try HeadlessWindow(
            on: display, frame, colour: nil, className: "KeePassXC", inputOnly: true)
        try inputOnly.map()
        let (capture, planes) = try open(display)
        #expect(!capture.isPrivateWindowVisible)
        try hidden.move(to: 10, 10)
        try other.unmap()
        try follow(capture, planes) { planes[150, 100] == black }
        #expect(!capture.isPrivateWindowVisible)
    }

    @Test("A class that is set later counts")
    func aClassThatIsSetLaterCounts() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff, overridesRedirect: true)
        try window.map()
        let (capture, planes) = try open(display)
        #expect(!capture.isPrivateWindowVisible)
        try window.setClass("KeePassXC")
        try follow(capture, planes) { capture.isPrivateWindowVisible }
        try window.setClass("XTerm")
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
    }

    @Test("A client in frames counts")
    func aClientInFramesCounts() throws {
        let display = try DisplayClient()
        let manager = try HeadlessWindow(on: display, frame, colour: 0x00ff00)
        let wrapper = try HeadlessWindow(
            on: display, PixelRect(x: 0, y: 0, width: 150, height: 90), colour: 0, parent: manager.id)
        try wrapper.map()
        try manager.map()
        let (capture, planes) = try open(display)
        let window = try HeadlessWindow(
            on: display, PixelRect(x: 400, y: 200, width: 90, height: 60), colour: 0xffffff, className: "KeePassXC")
        try window.setState()
        try window.reparent(to: wrapper)
        try expectNoChange(capture, planes)
        #expect(!capture.isPrivateWindowVisible)
        try window.map()
        try follow(capture, planes) { planes[110, 85] == white }
        #expect(capture.isPrivateWindowVisible)
        try manager.unmap()
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
        try manager.map()
        try follow(capture, planes) { planes[110, 85] == white }
        #expect(capture.isPrivateWindowVisible)
        try window.unmap()
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
    }

    @Test("Only what is in the rectangle counts")
    func onlyWhatIsInTheRectangleCounts() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff, className: "KeePassXC")
        try window.map()
        let (capture, planes) = try open(display, .rectangle(x: 400, y: 200, width: 100, height: 100))
        #expect(!capture.isPrivateWindowVisible)
        try window.move(to: 201, 81)
        try follow(capture, planes) { planes[0, 0] == white }
        #expect(capture.isPrivateWindowVisible)
        try window.move(to: 200, 80)
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
    }

    @Test("For a recorded window, its own class counts")
    func ofOneWindowItsOwnClassCounts() throws {
        let display = try DisplayClient()
        let window = try HeadlessWindow(on: display, frame, colour: 0xffffff, className: "XTerm")
        let over = try HeadlessWindow(on: display, frame, colour: 0xffffff, className: "KeePassXC")
        try window.map()
        try over.map()
        let (capture, planes) = try open(display, .window(window.id))
        #expect(!capture.isPrivateWindowVisible)
        try window.setClass("KeePassXC")
        try follow(capture, planes) { capture.isPrivateWindowVisible }
        #expect(try open(display, .window(over.id)).0.isPrivateWindowVisible)
    }

    /// Checks that a frame that shows the window's colour is always flagged.
    @Test("No frame shows it unflagged", arguments: [false, true])
    func noFrameShowsItUnflagged(framed: Bool) throws {
        let display = try DisplayClient()
        let (capture, planes) = try open(display)
        capture.privateWindows?.lingering = .zero
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed)
        var (seen, unflagged) = (0, 0)
        for round in 0..<100 {
            let delays = (0..<20).map { _ in UInt32.random(in: 0...400, using: &generator) }
            let flag = Flag()
            let thread = TestThread {
                try? Self.showPrivateWindow(on: display, framed: framed, delays)
                flag.raise()
            }
            // Updates are sometimes as fast as possible, so that they happen in the middle of other events.
            while !flag.isRaised {
                if round.isMultiple(of: 5) { _ = try capture.wait(until: .now + .milliseconds(1)) }
                _ = try planes.update(from: capture)
                unflagged += capture.isPrivateWindowVisible ? 0 : 1
                guard planes[150, 100] == white else { continue }
                seen += 1
                #expect(capture.isPrivateWindowVisible, "round \(round), seed \(seed)")
            }
            thread.join()
        }
        #expect(seen > 20 && unflagged > 20, "seed \(seed)")
        try follow(capture, planes) { !capture.isPrivateWindowVisible }
        #expect(planes[150, 100] == black)
    }

    private static func showPrivateWindow(
        on display: DisplayClient, framed: Bool, _ delays: [UInt32]
    ) throws {
        let frame = PixelRect(x: 100, y: 60, width: 200, height: 120)
        let manager = try framed ? HeadlessWindow(on: display, frame, colour: 0) : nil
        let inside = framed ? PixelRect(x: 0, y: 0, width: 200, height: 120) : frame
        let window = try HeadlessWindow(
            on: display, inside, colour: 0xffffff, className: "KeePassXC", parent: manager?.id)
        try manager?.map()
        for delay in delays {
            usleep(delay)
            try window.map()
            usleep(delay)
            try window.unmap()
        }
    }
}
