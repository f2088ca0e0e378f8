import Glibc
package import MediaTime
import PipeWire
package import ReplaySources
import SystemPackage

extension WaylandCapture {
    /// How long after a node has gone the portal may say that its user ended the sharing.
    private static let closingLimit = Duration.milliseconds(250)

    /// How long a compositor may take for a frame before it is made to paint one. More than once: it may be the answer to what
    /// a session that has ended had still asked for.
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

    /// Takes what PipeWire and the portal have said.
    func receive() throws(CaptureError) {
        try session.receive()
        do throws(PipeWireError) { try connection.receive() } catch { throw CaptureError(error) }
        if frames.withLock({ $0.isUnreadable }) { throw .graphicsMemory }
        guard let loss else { return }
        // Who ends the sharing closes the stream too, and which of the two is heard first is not settled.
        let deadline = HostTime.now + Self.closingLimit
        while HostTime.now < deadline {
            try session.receive()
            ScreenCapture.sleep(until: deadline, unlessReadable: [session.descriptor])
        }
        throw loss
    }

    /// Why no more frames come; nil: they do, when something changes.
    private var loss: CaptureError? {
        if connection.hasLost(session.grant.node) {
            return CaptureError(.displayLost, "the compositor, or its part that shares the screen, went away")
        }
        return connection.withLock {
            guard case .failed(let reason) = stream?.state else { return nil }
            return CaptureError(PipeWireError(stream?.size == nil ? .noFormat : .nodeLost, reason))
        }
    }

    /// Waits until there is a frame to begin with.
    func awaitFirstFrame(until deadline: HostTime) throws(CaptureError) {
        while true {
            try receive()
            if frames.withLock({ $0.isThere }) { return }
            guard HostTime.now < deadline else { throw noFrame }
            sleep(until: min(deadline, repaintWhereDue() ?? deadline))
        }
    }

    /// Makes the compositor paint where no frame has come since the format was agreed on.
    /// - Returns: when to look again; nil: there is a frame.
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
                .displayLost, "PipeWire connects nobody to the screen",
                remedy: "see that its session manager runs, wireplumber")
        }
        return CaptureError(
            .displayLost, "the compositor gave no frame of what it shares",
            remedy: "see that the monitor is on, or the window is shown, and record again")
    }
}

extension CaptureError {
    init(_ error: PipeWireError) {
        switch error.code {
        case .outOfResources: self.init(.outOfResources, error.description)
        case .noFormat: self = .graphicsMemory
        case .disconnected, .nodeLost: self.init(.displayLost, "the screen is not shared any more: \(error)")
        }
    }

    static let graphicsMemory = CaptureError(
        .unsupportedDisplay,
        "the compositor gives frames in graphics memory alone (DMA-BUF), which this Replay does not read",
        remedy: "record an X11 session, or a desktop whose compositor shares screens by shared memory too")
}
