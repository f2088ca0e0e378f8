import Glibc
package import MediaTime
import PipeWire
package import ReplaySources
import SystemPackage

extension WaylandCapture {
    /// The time after the loss of a node in which the portal may report that the user ended the sharing.
    private static let closingLimit = Duration.milliseconds(250)

    /// The time without a frame after which the compositor is made to paint one. This is repeated, because a frame may
    /// be the answer to a request of an ended session.
    private static let repaintInterval = Duration.milliseconds(120)

    package func wait(until deadline: HostTime?) throws(CaptureError) -> ScreenEvent {
        while true {
            if waker.consume() { return .woken }
            try receive()
            if let time = frames.withLock({ $0.change }) { return .changed(at: time) }
            if let deadline, HostTime.now >= deadline { return .deadline }
            sleep(until: [deadline, repaintWhereDue()].compactMap(\.self).min())
        }
    }

    package func rest(until deadline: HostTime?) throws(CaptureError) {
        while !waker.consume(), deadline.map({ $0 > .now }) ?? true {
            try receive()
            sleep(until: deadline)
        }
    }

    func sleep(until deadline: HostTime?) {
        ScreenCapture.sleep(
            until: deadline, unlessReadable: [connection.descriptor, session.descriptor, waker.descriptor])
    }

    /// Handles the messages of PipeWire and the portal.
    func receive() throws(CaptureError) {
        try session.receive()
        do throws(PipeWireError) { try connection.receive() } catch { throw CaptureError(error) }
        if frames.withLock({ $0.isUnreadable }) { throw .graphicsMemory }
        guard let loss else { return }
        // Ending the sharing also closes the stream, and the two messages can arrive in either order.
        let deadline = HostTime.now + Self.closingLimit
        while HostTime.now < deadline {
            try session.receive()
            ScreenCapture.sleep(until: deadline, unlessReadable: [session.descriptor])
        }
        throw loss
    }

    /// The reason why no more frames will arrive, or nil.
    private var loss: CaptureError? {
        if connection.hasLost(session.grant.node) {
            return CaptureError(.displayLost, reason: "the compositor, or its screen sharing, ended")
        }
        return connection.withLock {
            guard case .failed(let reason) = stream?.state else { return nil }
            return CaptureError(PipeWireError(stream?.size == nil ? .noFormat : .nodeLost, description: reason))
        }
    }

    /// Waits for the first frame.
    func awaitFirstFrame(until deadline: HostTime) throws(CaptureError) {
        while true {
            try receive()
            if frames.withLock({ $0.isThere }) { return }
            guard HostTime.now < deadline else { throw noFrame }
            sleep(until: min(deadline, repaintWhereDue() ?? deadline))
        }
    }

    /// Makes the compositor paint if no frame has arrived since the format was negotiated.
    /// - Returns: The time of the next attempt, or nil if there is a frame.
    private func repaintWhereDue() -> HostTime? {
        guard !frames.withLock({ $0.isThere }) else {
            repaint = nil
            return nil
        }
        let isStreaming = connection.withLock { stream?.state == .streaming }
        if isStreaming, let repaint, repaint <= .now { Repaint.request() }
        if repaint.map({ $0 <= .now }) ?? true { repaint = .now + Self.repaintInterval }
        return repaint
    }

    var noFrame: CaptureError {
        if connection.withLock({ stream?.size == nil }) {
            return CaptureError(
                .displayLost, reason: "PipeWire does not connect to the screen",
                remedy: "check that its session manager, wireplumber, runs")
        }
        return CaptureError(
            .displayLost, reason: "the compositor delivered no frame",
            remedy: "check that the monitor is on or the window is visible, and record again")
    }
}

extension CaptureError {
    init(_ error: PipeWireError) {
        switch error.code {
        case .outOfResources: self.init(.outOfResources, reason: error.description)
        case .noFormat: self = .graphicsMemory
        case .disconnected, .nodeLost: self.init(.displayLost, reason: "the screen is no longer shared: \(error)")
        }
    }

    static let graphicsMemory = CaptureError(
        .unsupportedDisplay,
        reason: "the compositor delivers frames only in graphics memory (DMA-BUF), which Replay does not support",
        remedy: "record an X11 session, or a desktop whose compositor also shares screens by shared memory")
}
