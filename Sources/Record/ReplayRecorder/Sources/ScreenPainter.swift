import FFmpeg
import MediaTime
import ReplayCapture
import ReplayRecording
import ReplaySources
import Threads

/// Brings a captured screen into the video track, as far as the session's gate lets it. Used from one thread.
///
/// Whether a frame is taken is decided after its pixels were fetched: what is asked for before that instant holds
/// for it.
final class ScreenPainter {
    private enum Shown { case screen, cover, nothing }

    private let screen: any ScreenCapturing
    private let video: VideoTrack
    private let control: SessionControl
    private let cover: PixelBuffer
    private let pointer: PointerNotes?
    private let onNotice: (CaptureNotice) -> Void
    private let onPrivateWindow: (_ isVisible: Bool) -> Void
    private var shown = Shown.nothing

    /// - Parameters:
    ///   - cover: what is shown in place of the screen while the session is covered, of the video's size.
    ///   - pointer: what notes where the pointer is; nil: nobody does.
    ///   - onNotice: called with what happens to what is captured.
    ///   - onPrivateWindow: called when a private window appears, or the last one goes; the gate knows already.
    init(
        _ screen: any ScreenCapturing, into video: VideoTrack, control: SessionControl, cover: PixelBuffer,
        pointer: PointerNotes?, onNotice: @escaping (CaptureNotice) -> Void,
        onPrivateWindow: @escaping (_ isVisible: Bool) -> Void
    ) {
        self.screen = screen
        self.video = video
        self.control = control
        self.cover = cover
        self.pointer = pointer
        self.onNotice = onNotice
        self.onPrivateWindow = onPrivateWindow
    }

    var waker: CaptureWaker { screen.waker }

    /// Takes the first frame.
    /// - Parameter onStart: called with its time, before it is encoded.
    func begin(_ onStart: (HostTime) -> Void) throws {
        let first = try paint()
        onStart(first)
        noteWindows()
        if control.current?.isCovered == false {
            try show(at: first)
            try notePointer(at: first)
        }
    }

    /// Does what is to be done next, after waiting for it.
    /// - Parameter stopped: set to end the wait.
    func step(until stopped: ConditionLock<HostTime?>) throws {
        guard let gate = control.current else { return }
        if gate.clock.isPaused {
            shown = .nothing
            video.flushProxy()
            pointer?.stop(at: nil)
            try screen.rest(until: nil)
        } else if gate.isCovered {
            try stayCovered(gate)
        } else if shown != .screen {
            try showScreen(at: .now)
        } else {
            try waitForScreen(stopped)
        }
    }

    /// Carries what is shown to the movie's end.
    func end(at time: HostTime) throws {
        let isCovered = control.current?.isCovered ?? false
        try video.end(at: time, with: isCovered ? cover : nil)
        try pointer?.note(screen.takeButtonEvents())
    }

    private func waitForScreen(_ stopped: ConditionLock<HostTime?>) throws {
        switch try screen.wait(until: video.nextDeadline) {
        case .woken: return
        case .deadline:
            guard control.current?.isOpen == true else { return }
            try video.keepUp(at: .now)
            try pointer?.note(screen.takeButtonEvents())
        case .changed:
            if let earliest = video.earliest, stopped.wait(until: earliest, for: { $0 }) != nil { return }
            try showScreen(at: nil)
        }
    }

    /// - Parameter time: when it is shown; nil: when it was on the screen.
    private func showScreen(at time: HostTime?) throws {
        let painted = try paint()
        noteWindows()
        guard control.current?.isOpen == true else { return }
        try show(at: time ?? painted)
        try notePointer(at: time ?? painted)
    }

    /// Where the cursor is in the frame that was just shown, and what was clicked since the one before.
    private func notePointer(at time: HostTime) throws {
        guard let pointer else { return }
        pointer.note(screen.pointerPlace, at: time, buttons: try screen.takeButtonEvents())
    }

    private func show(at time: HostTime) throws {
        shown = .screen
        try video.encode(at: time)
    }

    private func stayCovered(_ gate: SessionGate) throws {
        screen.dropButtonEvents()
        if shown != .cover {
            shown = .cover
            pointer?.stop(at: gate.cover.openSince ?? .now)
            return try video.encode(cover, at: gate.cover.openSince ?? .now)
        }
        if gate.coverReasons.contains(.window) {
            // The window is looked for in each frame, which goes no further.
            if case .changed = try screen.wait(until: video.nextDeadline) {
                _ = try paint()
                noteWindows()
            }
        } else {
            try screen.rest(until: video.nextDeadline)
        }
        try video.keepUp(at: .now, with: cover)
    }

    private func noteWindows() {
        for notice in screen.takeNotices() { onNotice(notice) }
        let isPrivate = screen.isPrivateWindowVisible
        guard isPrivate != control.current?.coverReasons.contains(.window) else { return }
        control.update { isPrivate ? $0.cover(.window, at: .now) : $0.uncover(.window, at: .now) }
        onPrivateWindow(isPrivate)
    }

    private func paint() throws -> HostTime {
        video.frameWillChange()
        let frame = video.image
        guard let luma = frame.luma, let chroma = frame.chroma else {
            throw CaptureError(.outOfResources, "there is no memory for a frame")
        }
        return try screen.update(
            luma: luma, lumaStride: frame.lumaStride, chroma: chroma, chromaStride: frame.chromaStride)
    }
}

extension SessionGate {
    /// Whether the screen is taken.
    fileprivate var isOpen: Bool { !clock.isPaused && !isCovered }
}
