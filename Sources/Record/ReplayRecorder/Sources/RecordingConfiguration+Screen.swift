import Geometry
import ReplayCapture
import ReplayControl
import ReplaySources
import SystemPackage

/// The wait for the desktop's user, who chooses what to share.
struct PortalDialog {
    /// The descriptors that end the wait when one of them is readable.
    let interruptions: [FileDescriptor]
    /// Called with true before the desktop asks, and with false after the answer.
    let onAsking: (Bool) -> Void
}

extension RecordingConfiguration {
    /// Opens the screen to record.
    /// - Parameter canvas: The size of the video, or nil for the size of the screen.
    /// - Returns: The screen, and the source that the desktop shares. That source is nil for an X11 display.
    func openScreen(
        canvas: PixelSize?, dialog: PortalDialog
    ) throws -> sending (screen: any ScreenCapturing, shared: SharedSource?) {
        guard screenSystem == .portal else {
            let screen = try ScreenCapture.open(
                display: display, target: target, coverClasses: coverClasses, canvas: canvas,
                watchesButtons: recordsPointer, watchesKeys: recordsKeys, pointer: pointerCapture)
            return (screen, nil)
        }
        let file = remembersShare ? try SharedSourceFile.open(home: home) : nil
        let session = try share(remembered: file?.read(), dialog)
        let screen = try WaylandCapture.open(
            session, part: sharedPart, canvas: canvas, maxRate: framesPerSecond, pointer: pointerCapture)
        // The token is stored only after frames have arrived.
        if let file, let token = session.token { try file.keep(token, for: session.source) }
        return (screen, session.source)
    }

    /// Asks the desktop with the token of the last time, if that is remembered. Asks again without it if the source has
    /// another size, place or kind, because nobody has agreed to that.
    private func share(
        remembered: SharedSourceFile.Entry?, _ dialog: PortalDialog
    ) throws(CaptureError) -> sending PortalSession {
        if let remembered, remembered.source.kind.map(sharedKinds.contains) ?? true {
            let session = try share(token: remembered.token, dialog)
            if session.source == remembered.source { return session }
        }
        return try share(token: nil, dialog)
    }

    private func share(token: String?, _ dialog: PortalDialog) throws(CaptureError) -> sending PortalSession {
        let request = PortalRequest(
            kinds: sharedKinds, isRemembered: remembersShare, token: token, pointer: pointerCapture)
        dialog.onAsking(true)
        let session = try PortalSession.open(request, interruptions: dialog.interruptions)
        dialog.onAsking(false)
        return session
    }

    private var sharedPart: PixelRect? {
        guard case .rectangle(let x, let y, let width, let height) = target else { return nil }
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// Returns the recorded sources. If the desktop's user chose a source, it replaces the requested one.
    func sources(shared: SharedSource?) -> [RecordingSource] {
        guard let kind = shared?.kind, sharedPart == nil else { return sources }
        let chosen = RecordingSource(kind == .window ? .window : .monitor)
        return [chosen] + sources.dropFirst()
    }
}
