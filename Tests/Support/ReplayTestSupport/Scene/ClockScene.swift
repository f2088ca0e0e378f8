import Synchronization

/// A scene on a display whose frames show their own time: each has a new barcode of CLOCK_MONOTONIC.
///
/// Frames are due at whole multiples of the frame duration of that clock, so one comes at each full second. A frame
/// that is late by a whole duration is left out. Clock and frame become visible to other clients together.
public final class ClockScene: Sendable {
    private let configuration: SceneConfiguration
    private let isStopped = Atomic(false)

    /// Creates a scene that is not shown yet.
    public init(_ configuration: SceneConfiguration) {
        self.configuration = configuration
    }

    /// Shows the scene until it is stopped, on the calling thread.
    ///
    /// - Parameters:
    ///   - nanoseconds: The largest time from the first frame; nil for no limit.
    ///   - onFrame: Receives each frame after it is on the screen.
    /// - Throws: ``SceneError`` if the display cannot be opened or is lost.
    public func run(
        nanoseconds: UInt64? = nil, onFrame: (DrawnFrame) -> Void = { _ in }
    ) throws(SceneError) {
        let canvas = try openCanvas()
        let schedule = SceneSchedule(configuration)
        let start = MonotonicClock.nanoseconds
        let end = nanoseconds.map { start + $0 } ?? .max
        var painter: any ScenePainter = configuration.kind == .typing ? TypingPainter() : MotionPainter()
        onFrame(try frame(on: canvas) { painter.begin(on: canvas) })
        while !isStopped.load(ordering: .relaxed) {
            let due =
                configuration.kind == .still
                ? .max : schedule.next(after: MonotonicClock.nanoseconds, start: start)
            guard wait(until: min(due, end)), due < end else { return }
            canvas.awaitTurn()
            onFrame(try frame(on: canvas) { painter.advance(on: canvas) })
        }
    }

    private func openCanvas() throws(SceneError) -> any SceneCanvas {
        if let display = configuration.waylandDisplay {
            return try WaylandCanvas(display: display, window: configuration.window)
        }
        return try XCanvas(display: configuration.display, window: configuration.window)
    }

    /// Ends ``run(nanoseconds:onFrame:)`` within a twentieth of a second, from any thread.
    public func stop() {
        isStopped.store(true, ordering: .relaxed)
    }

    /// Sleeps in short steps, so that a stop takes effect. Returns true if the instant was reached.
    private func wait(until instant: UInt64) -> Bool {
        while !isStopped.load(ordering: .relaxed) {
            let now = MonotonicClock.nanoseconds
            guard now < instant else { return true }
            MonotonicClock.sleep(until: min(instant, now + 50_000_000))
        }
        return false
    }

    private func frame(on canvas: any SceneCanvas, draw: () -> Void) throws(SceneError) -> DrawnFrame {
        let layout = SceneLayout(width: canvas.width, height: canvas.height)
        let time = MonotonicClock.microseconds
        try canvas.show {
            draw()
            let barcode = Barcode(time).rectangles(at: layout.barcode)
            canvas.fill(barcode.black, colour: 0x000000)
            canvas.fill(barcode.white, colour: 0xFFFFFF)
            canvas.fill([layout.flash], colour: time % 1_000_000 < 100_000 ? 0xFFFFFF : 0x000000)
        }
        return DrawnFrame(time: time, finished: MonotonicClock.microseconds)
    }
}

/// A painter of a scene's frames. The clock and the flash are drawn over them.
protocol ScenePainter {
    /// Draws the initial contents.
    mutating func begin(on canvas: any SceneCanvas)
    /// Draws the change from one frame to the next.
    mutating func advance(on canvas: any SceneCanvas)
}
