import Geometry
import ReplayCapture
import ReplayControl
import ReplaySources
import SystemPackage

/// Waits for the desktop's user, who chooses what to share.
struct PortalDialog {
    /// End the wait when one can be read.
    let interruptions: [FileDescriptor]
    /// Called with true before the desktop asks, and with false when that was answered.
    let onAsking: (Bool) -> Void
}

extension RecordingConfiguration {
    /// Opens the screen that is to be recorded.
    /// - Parameter canvas: the size of the video; nil: that of the screen.
    /// - Returns: also what the desktop shares; nil: it is an X11 display.
    func openScreen(
        canvas: PixelSize?, dialog: PortalDialog
    ) throws -> sending (screen: any ScreenCapturing, shared: SharedSource?) {
        guard screenSystem == .portal else {
            let screen = try ScreenCapture.open(
                display: display, target: target, coverClasses: coverClasses, canvas: canvas,
                watchesButtons: recordsPointer, showsCursor: showsCursor)
            return (screen, nil)
        }
        let file = remembersShare ? try SharedSourceFile.open(home: home) : nil
        let session = try share(remembered: file?.read(), dialog)
        let screen = try WaylandCapture.open(
            session, part: sharedPart, canvas: canvas, maxRate: framesPerSecond, showsCursor: showsCursor)
        // Kept once there are frames of it.
        if let file, let token = session.token { try file.keep(token, for: session.source) }
        return (screen, session.source)
    }

    /// Asks the desktop, by what it gave last time where it shall remember that: it is asked anew where it comes back with another
    /// size, place or kind, which nobody has agreed to.
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
            kinds: sharedKinds, isRemembered: remembersShare, token: token, showsCursor: showsCursor)
        dialog.onAsking(true)
        let session = try PortalSession.open(request, interruptions: dialog.interruptions)
        dialog.onAsking(false)
        return session
    }

    private var sharedPart: PixelRect? {
        guard case .rectangle(let x, let y, let width, let height) = target else { return nil }
        return PixelRect(x: x, y: y, width: width, height: height)
    }

    /// What is recorded, with what the desktop's user chose in place of what was asked for.
    func sources(shared: SharedSource?) -> [RecordingSource] {
        guard let kind = shared?.kind, sharedPart == nil else { return sources }
        let chosen = RecordingSource(kind == .window ? .window : .monitor)
        return [chosen] + sources.dropFirst()
    }
}
