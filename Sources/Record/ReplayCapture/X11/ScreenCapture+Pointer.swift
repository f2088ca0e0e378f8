package import Geometry
package import ReplaySources

extension ScreenCapture {
    /// The maximum number of stored button events and of shortcuts, which no user reaches between two frames.
    private static let maxEvents = 256

    /// The position of the pointer at the last `update`, in pixels of the canvas. Nil if the pointer is outside the source.
    package var pointerPlace: PixelPoint? { cursor.position.flatMap(canvasPoint) }

    /// The size of a pixel of the pointer's shape, in pixels of the canvas.
    package var pointerScale: Double { converter.scale }

    /// Returns the presses and releases of buttons since the last call, if the capture watches them. Returns none while
    /// ``isPrivateWindowVisible`` is true or may be out of date.
    /// - Throws: `displayLost`, `requestRefused`.
    package func takeButtonEvents() throws(CaptureError) -> [ButtonEvent] {
        guard !buttonEvents.isEmpty else { return [] }
        defer { buttonEvents = [] }
        if isPrivateWindowVisible { return [] }
        return try privacyChanged() ? [] : buttonEvents
    }

    /// Returns the shortcuts since the last call, if the capture watches the keyboard. Returns none while
    /// ``isPrivateWindowVisible`` is true or may be out of date.
    /// - Throws: `displayLost`, `requestRefused`.
    package func takeKeyPresses() throws(CaptureError) -> [KeyPress] {
        guard !keyPresses.isEmpty else { return [] }
        defer { keyPresses = [] }
        if isPrivateWindowVisible { return [] }
        return try privacyChanged() ? [] : keyPresses
    }

    /// Drops the button events and the shortcuts since the last call.
    package func dropInput() { (buttonEvents, keyPresses) = ([], []) }

    /// Stores a shortcut, unless the keyboard's focus is in a window that asks for a password, or outside the captured window.
    func noteKey(_ press: KeyPress, _ keys: KeyInput) throws(CaptureError) {
        guard !isResting, keyPresses.count < Self.maxEvents, case let focus = try keys.focus(), !focus.isPrivate,
            source.capturedWindow.map(focus.windows.contains) ?? true
        else { return }
        keyPresses.append(press)
    }

    /// Stores a button event with the pointer's position. The position is queried, because a raw button event has none,
    /// and servers differ in the motion history that they keep. It is the position at the time when the event is read.
    func noteButton(_ change: PointerInput.ButtonChange) throws(CaptureError) {
        guard !isResting, buttonEvents.count < Self.maxEvents,
            let point = try source.pointerPosition(source.queryPointer()), let place = canvasPoint(point)
        else { return }
        buttonEvents.append(
            ButtonEvent(time: change.time, place: place, button: change.button, isPress: change.isPress))
    }

    /// Converts a point of the frame to the canvas.
    /// - Parameter point: The point in the frame's coordinates.
    /// - Returns: The point in the canvas, or nil if it is not visible.
    private func canvasPoint(_ point: PixelPoint) -> PixelPoint? {
        guard source.shape.drawable != nil, source.shape.visible.contains(point) else { return nil }
        let place = converter.canvasPoint(of: point)
        return PixelRect(size).contains(place) ? place : nil
    }
}
