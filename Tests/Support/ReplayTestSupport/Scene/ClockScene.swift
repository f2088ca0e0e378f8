import Synchronization

/// A frame on an X display that tells its own time: a barcode of CLOCK_MONOTONIC, drawn anew with each frame.
///
/// Frames are due at whole multiples of the frame duration of that clock, so one comes at each full second; one that
/// is late by a whole duration is left out. Each appears at once, clock and frame, to every other client.
public final class ClockScene: Sendable {
    private let configuration: SceneConfiguration
    private let isStopped = Atomic(false)

    /// A scene that is not yet shown.
    public init(_ configuration: SceneConfiguration) {
        self.configuration = configuration
    }

    /// Shows the scene until it is stopped, on the calling thread.
    ///
    /// - Parameters:
    ///   - nanoseconds: how long at most, from the first frame; `nil` for no limit.
    ///   - onFrame: gets each frame once it is on the screen.
    /// - Throws: ``SceneError`` when the display cannot be opened or is lost.
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

    /// Sleeps in short naps, so that a stop is heard; returns whether the instant was reached.
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

/// Draws the frames of a scene; the clock and the flash are drawn over them.
protocol ScenePainter {
    /// Draws what stands at the beginning.
    mutating func begin(on canvas: any SceneCanvas)
    /// Draws what changes from one frame to the next.
    mutating func advance(on canvas: any SceneCanvas)
}
