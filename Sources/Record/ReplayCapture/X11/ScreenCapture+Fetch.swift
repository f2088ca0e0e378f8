import CXCB
import Geometry
import MediaTime
import PointerShapes
import ReplaySources

extension ScreenCapture {
    /// The maximum number of attempts, because the screen can shrink between its event and a request (BadMatch).
    private static let attemptLimit = 4

    /// Updates the shadow copy. Returns the time of its last change.
    func fetch() throws(CaptureError) -> HostTime {
        let now = HostTime.now
        let isFirst = lastUpdate.nanoseconds == .min
        var shown: HostTime?
        for attempt in 1... {
            do {
                if source.isStale { try refreshSource() }
                let time = try fetchOnce()
                shown = shown ?? time
                break
            } catch  where error.isBadMatch && attempt < Self.attemptLimit {
                source.isStale = true
                shown = .now
            }
        }
        return isFirst ? now : shown ?? now
    }

    private func fetchOnce() throws(CaptureError) -> HostTime? {
        let damaged = source.damage?.take()
        let query = source.queryPointer()
        if let damaged { try source.damage?.receive(damaged, into: &dirty) }
        _ = try moveCursor(to: query)
        let shown = try noteEvents(before: damaged)
        // A hidden pointer needs no shape, but its position is tracked.
        if pointer != .hidden, cursorShapeIsStale { try refreshCursorShape() }
        guard let drawable = source.shape.drawable else { return shown }
        let plan = FetchPlan(
            dirty.rectangles, canvasWidth: shadow.size.width, visible: source.shape.visible,
            scratchPixels: shadow.scratchPixels)
        let part = source.shape.part
        try shadow.fetch(plan, from: drawable, origin: PixelPoint(x: part.x0, y: part.y0))
        return shown
    }

    /// Handles the events that have arrived. Events after the damage was taken belong to the next frame.
    private func noteEvents(before damaged: ScreenDamage.Taken?) throws(CaptureError) -> HostTime? {
        var shown = change
        (change, motion) = (nil, nil)
        while let event = try connection.nextEvent() {
            guard let time = try note(event) else { continue }
            if let damaged, !damaged.follows(event) {
                change = max(change ?? time, time)
            } else {
                shown = max(shown ?? time, time)
            }
        }
        return shown
    }

    /// Handles an event. Returns its time if it means that the frame has changed.
    func note(_ event: borrowing XReply<xcb_generic_event_t>) throws(CaptureError) -> HostTime? {
        if let time = source.damage?.time(of: event) { return time }
        if let time = input.timeOfMotion(event) { return noteMotion(at: time) }
        if let time = input.timeOfShape(event) {
            cursorShapeIsStale = true
            return noteMotion(at: time)
        }
        if let change = input.buttonChange(event) {
            try noteButton(change)
            return nil
        }
        if let keys, let press = try keys.press(event) {
            try noteKey(press, keys)
            return nil
        }
        privateWindows?.note(event)
        switch source.note(event) {
        case .changed: return .now
        case .moved: return noteMotion(at: .now)
        case nil: return nil
        }
    }

    /// Notes a motion of the pointer. On the whole screen the pointer is always in the frame; otherwise its position
    /// must be queried.
    private func noteMotion(at time: HostTime) -> HostTime? {
        guard !source.isWholeScreen else { return time }
        motion = time
        return nil
    }

    /// Queries the server. Returns true if the pointer has moved within, into or out of the frame, or has another shape there.
    func pointerChanged() throws(CaptureError) -> Bool {
        motion = nil
        if try moveCursor(to: source.queryPointer()) { return true }
        return cursorShapeIsStale && reachesFrame(cursor)
    }

    private func moveCursor(to query: PointerQuery) throws(CaptureError) -> Bool {
        let old = cursor
        let position = try source.pointerPosition(query)
        // A frame that no longer changes has no cursor.
        guard cursor.move(to: source.shape.drawable == nil ? nil : position) else { return false }
        dirty.insert(old.frame)
        dirty.insert(cursor.frame)
        return source.isWholeScreen || reachesFrame(old) || reachesFrame(cursor)
    }

    /// Returns true if a part of the pointer is in the frame. A pointer that is captured apart has no part in it, so that
    /// its position counts.
    private func reachesFrame(_ cursor: PointerCursor) -> Bool {
        guard pointer == .apart else { return cursor.frame.intersects(dirty.bounds) }
        return cursor.position.map(dirty.bounds.contains) ?? false
    }

    private func refreshCursorShape() throws(CaptureError) {
        let shape: PointerShape
        do {
            shape = try input.pointerShape()
        } catch  where error.code == .requestRefused {
            // A server without a cursor refuses the request for its image.
            shape = .invisible
        }
        cursorShapeIsStale = false
        guard pointer == .inFrames else { return pointerShape = shape }
        dirty.insert(cursor.frame)
        cursor.shape = shape
        dirty.insert(cursor.frame)
    }
}
