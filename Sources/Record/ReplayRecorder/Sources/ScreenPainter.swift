import FFmpeg
import Geometry
import MediaTime
import ReplayCapture
import ReplayLibrary
import ReplayRecording
import ReplaySources
import Threads

/// A painter that brings a captured screen into the video track if the session's gate allows it. Use it from one
/// thread.
///
/// The gate is checked after the pixels of a frame were fetched, so that every change requested before that time
/// applies to the frame.
final class ScreenPainter {
    private enum Shown { case screen, cover, nothing }

    private let screen: any ScreenCapturing
    private let video: VideoTrack
    private let control: SessionControl
    private let cover: PixelBuffer
    private let pointer: PointerWriter?
    private let changes: EntryWriter<ChangeEntry>?
    private let keys: EntryWriter<KeyEntry>?
    private let onNotice: (CaptureNotice) -> Void
    private let onPrivateWindow: (_ isVisible: Bool) -> Void
    private var shown = Shown.nothing

    /// - Parameters:
    ///   - cover: The image that replaces the screen while the session is covered. It has the size of the video.
    ///   - pointer: The writer of pointer positions, or nil if they are not recorded.
    ///   - changes: The writer of changes of the screen, or nil if they are not recorded.
    ///   - keys: The writer of shortcuts, or nil if they are not recorded.
    ///   - onNotice: Called with each change of the captured source.
    ///   - onPrivateWindow: Called when a private window appears or the last one disappears. The gate is already
    ///     updated.
    init(
        _ screen: any ScreenCapturing, into video: VideoTrack, control: SessionControl, cover: PixelBuffer,
        pointer: PointerWriter?, changes: EntryWriter<ChangeEntry>?, keys: EntryWriter<KeyEntry>?,
        onNotice: @escaping (CaptureNotice) -> Void,
        onPrivateWindow: @escaping (_ isVisible: Bool) -> Void
    ) {
        self.screen = screen
        self.video = video
        self.control = control
        self.cover = cover
        self.pointer = pointer
        self.changes = changes
        self.keys = keys
        self.onNotice = onNotice
        self.onPrivateWindow = onPrivateWindow
    }

    var waker: CaptureWaker { screen.waker }

    /// Captures the first frame.
    /// - Parameter onStart: Called with the frame's time before it is encoded.
    func begin(_ onStart: (HostTime) -> Void) throws {
        let first = try paint()
        onStart(first)
        noteWindows()
        if control.current?.isCovered == false {
            try show(at: first)
            changes?.note(PixelRect(screen.size), at: first)
            try notePointer(at: first)
        }
    }

    /// Waits for the next thing to do and does it.
    /// - Parameter stopped: Set to end the wait.
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

    /// Extends the last frame to the movie's end.
    func end(at time: HostTime) throws {
        let isCovered = control.current?.isCovered ?? false
        try video.end(at: time, with: isCovered ? cover : nil)
        try noteInput()
    }

    private func waitForScreen(_ stopped: ConditionLock<HostTime?>) throws {
        switch try screen.wait(until: video.nextDeadline) {
        case .woken: return
        case .deadline:
            guard control.current?.isOpen == true else { return }
            try video.keepUp(at: .now)
            try noteInput()
        case .changed:
            if let earliest = video.earliest, stopped.wait(until: earliest, for: { $0 }) != nil { return }
            try showScreen(at: nil)
        }
    }

    /// - Parameter time: The presentation time, or nil for the time at which the frame was captured.
    private func showScreen(at time: HostTime?) throws {
        let painted = try paint()
        noteWindows()
        guard control.current?.isOpen == true else { return }
        // What changed before a pause or a cover is not known.
        let area = shown == .screen ? screen.changedArea : PixelRect(screen.size)
        try show(at: time ?? painted)
        changes?.note(area, at: time ?? painted)
        try notePointer(at: time ?? painted)
    }

    /// Writes the pointer in the frame just shown, and the clicks and the shortcuts since the previous frame.
    private func notePointer(at time: HostTime) throws {
        try keys?.note(screen.takeKeyPresses())
        guard let pointer else { return }
        pointer.note(
            screen.pointerPlace, shape: screen.pointerShape, scale: screen.pointerScale, at: time,
            buttons: try screen.takeButtonEvents())
    }

    /// Writes the clicks and the shortcuts since the previous frame.
    private func noteInput() throws {
        try pointer?.note(screen.takeButtonEvents())
        try keys?.note(screen.takeKeyPresses())
    }

    private func show(at time: HostTime) throws {
        shown = .screen
        try video.encode(at: time)
    }

    private func stayCovered(_ gate: SessionGate) throws {
        screen.dropInput()
        if shown != .cover {
            shown = .cover
            pointer?.stop(at: gate.cover.openSince ?? .now)
            return try video.encode(cover, at: gate.cover.openSince ?? .now)
        }
        if gate.coverReasons.contains(.window) {
            // Each frame is painted only to look for the window. The frame is not encoded.
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
            throw CaptureError(.outOfResources, reason: "there is no memory for a frame")
        }
        return try screen.update(
            luma: luma, lumaStride: frame.lumaStride, chroma: chroma, chromaStride: frame.chromaStride)
    }
}

extension SessionGate {
    /// True if the screen is recorded.
    fileprivate var isOpen: Bool { !clock.isPaused && !isCovered }
}
