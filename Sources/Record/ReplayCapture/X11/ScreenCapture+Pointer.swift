package import Geometry
package import ReplaySources

extension ScreenCapture {
    /// More than anybody presses from one frame to the next.
    private static let maxButtonEvents = 256

    /// Where the pointer was when the last `update` looked, in pixels of the canvas; nil: not over what is captured.
    package var pointerPlace: PixelPoint? { cursor.position.flatMap(canvasPoint) }

    /// The buttons that were pressed and let go since the last call, where the capture watches them; none while
    /// ``isPrivateWindowVisible``, or where that may be out of date.
    /// - Throws: `displayLost`, `requestRefused`.
    package func takeButtonEvents() throws(CaptureError) -> [ButtonEvent] {
        guard !buttonEvents.isEmpty else { return [] }
        defer { buttonEvents = [] }
        if isPrivateWindowVisible { return [] }
        return try privacyChanged() ? [] : buttonEvents
    }

    /// Forgets what happened to buttons since the last call.
    package func dropButtonEvents() { buttonEvents = [] }

    /// Asks the server where the pointer is: an event of a button does not tell, and what the server remembers of motion is not
    /// the same from server to server. The place is as late as the event is read.
    func noteButton(_ change: PointerInput.ButtonChange) throws(CaptureError) {
        guard !isResting, buttonEvents.count < Self.maxButtonEvents,
            let point = try source.pointerPosition(source.queryPointer()), let place = canvasPoint(point)
        else { return }
        buttonEvents.append(
            ButtonEvent(time: change.time, place: place, button: change.button, isPress: change.isPress))
    }

    /// - Parameter point: in the frame's coordinates.
    /// - Returns: nil where that is not seen.
    private func canvasPoint(_ point: PixelPoint) -> PixelPoint? {
        guard source.shape.drawable != nil, source.shape.visible.contains(point) else { return nil }
        let place = converter.canvasPoint(of: point)
        return PixelRect(size).contains(place) ? place : nil
    }
}
