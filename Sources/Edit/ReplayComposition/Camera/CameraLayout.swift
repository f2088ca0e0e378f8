package import MediaTime
package import ReplayTimeline

/// The camera's place in the output at each instant of the recording. A pure value.
package struct CameraLayout: Sendable, Equatable {
    /// A place of the camera in the output.
    package struct Place: Sendable, Equatable {
        package let rectangle: CameraPlacement.Rectangle
        /// The visible part of the camera's frame, or nil for the whole frame.
        package let part: FrameRectangle?
        /// The radius of the corners, in pixels.
        let radius: Double
        var look = CameraLook()
        /// The corner of the output, or nil if the camera is not in a corner.
        var corner: CameraPlacement.Corner?
    }

    /// The camera and the screen in the output.
    package struct View: Sendable, Equatable {
        /// The camera's place, or nil if the camera is hidden.
        package let place: Place?
        /// The layout of the screen.
        let layout: StyleLayout
    }

    /// A time from which on there is another view.
    private struct Change: Sendable, Equatable {
        /// The time, in ticks of the recording.
        let time: Int64
        let view: View
    }

    /// The rectangle of the camera's frames, in pixels.
    package let camera: FrameRectangle
    /// The place outside the ranges of effects, or nil if the camera does not fit into the output.
    package let standard: Place?
    /// The changes, ascending.
    private let changes: [Change]
    /// The duration of the motion from one view to the next, in ticks of the recording.
    private let transition: Int64
    private let timescale: Int32

    /// - Parameters:
    ///   - placement: The camera's placement in the export.
    ///   - effects: The camera effects of the edit, ascending and disjoint.
    ///   - camera: The size of the camera's frames, in pixels.
    ///   - output: The size of the output's frames, in pixels.
    ///   - timescale: The timescale of the recording.
    ///   - style: The layout of the style, or nil if there is none.
    /// - Returns: Nil if the size of the camera's frames is invalid.
    package init?(
        _ placement: CameraPlacement, effects: [CameraEffect], of camera: (width: Int, height: Int),
        in output: (width: Int, height: Int), timescale: Int32, style: StyleLayout? = nil
    ) {
        guard let whole = FrameRectangle(x: 0, y: 0, width: camera.width, height: camera.height) else { return nil }
        self.camera = whole
        let views = Views(camera: camera, output: output, style: style)
        let standard = views.standard(placement)
        var changes = [Change(time: .min, view: standard)]
        for effect in effects {
            let range = effect.range.converted(to: timescale, rounding: .nearest)
            if changes.last?.time == range.start.value { changes.removeLast() }
            changes.append(Change(time: range.start.value, view: views.view(effect.kind)))
            changes.append(Change(time: range.end.value, view: standard))
        }
        (self.standard, self.changes, self.timescale) = (standard.place, changes, timescale)
        transition = max(1, Int64(timescale) * 3 / 10)
    }

    /// Returns the camera's place at an instant of the recording, in ticks, or nil if the camera is not visible.
    package func place(at time: Int64) -> Place? { view(at: time).place }

    /// Returns the view at an instant of the recording, in ticks. If the screen has another size or place after a change, it
    /// moves there with the camera, for 0.3 s.
    func view(at time: Int64) -> View {
        view(changes.partitioningIndex { $0.time > time } - 1, at: time, depth: Self.depth)
    }

    /// Returns true if the camera is visible at some instant before `end`, in ticks of the recording.
    func isShown(before end: Int64) -> Bool {
        zip(changes, changes.dropFirst().map(\.time) + [.max]).contains { change, next in
            change.view.place != nil && change.time < end && next > 0
        }
    }

    /// The number of motions, each of which interrupts the one before, that are followed back.
    private static let depth = 32

    private func view(_ index: Int, at time: Int64, depth: Int) -> View {
        let (start, view) = (changes[index].time, changes[index].view)
        guard isMotion(index), time - start < transition, depth > 0 else { return view }
        // The motion before it may not have ended.
        let old = self.view(index - 1, at: start, depth: depth - 1)
        let progress = SpringTransition.progress(Double(time - start) / Double(transition))
        return View(
            place: view.place.flatMap { old.place?.between($0, of: camera, progress: progress) },
            layout: old.layout.between(view.layout, progress: progress))
    }

    /// True if the view moves after a change. A camera that is hidden before or after it appears or disappears at once,
    /// because frames without a camera may be copied.
    private func isMotion(_ index: Int) -> Bool {
        guard index > 0, changes[index].time > 0 else { return false }
        let (old, new) = (changes[index - 1].view, changes[index].view)
        return old.layout != new.layout && old.place != nil && new.place != nil
    }

    /// The ranges of effects in which the screen has another layout than outside of them, in ticks of the recording,
    /// ascending.
    package var screenLayouts: [(range: Range<Int64>, layout: StyleLayout)] {
        zip(changes, changes.dropFirst()).filter { $0.0.view.layout != changes[0].view.layout }.map { change, next in
            (change.time..<next.time, change.view.layout)
        }
    }

    /// The ranges of the recording in which the view moves, ascending.
    package var motions: [TimeRange] {
        changes.indices.filter(isMotion).map { index in
            let start = MediaTime(value: changes[index].time, timescale: timescale)
            return TimeRange(start: start, end: start + MediaTime(value: transition, timescale: timescale))
        }
    }
}

/// The views of one output.
private struct Views {
    let camera: (width: Int, height: Int)
    let output: (width: Int, height: Int)
    let style: StyleLayout?

    /// The layout with the screen in the middle.
    private var centred: StyleLayout {
        style?.centred ?? StyleLayout(.none, screen: output, limits: FrameSizeLimits())
    }

    /// Returns the view outside the ranges of effects.
    func standard(_ placement: CameraPlacement) -> CameraLayout.View {
        guard let style, let area = style.camera else { return view(.corner(placement)) }
        return CameraLayout.View(
            place: CameraLayout.Place(area, of: camera, look: CameraLook(), radius: style.radius), layout: style)
    }

    /// Returns the view of an effect. A camera for which there is no room is hidden.
    func view(_ kind: CameraEffect.Kind) -> CameraLayout.View {
        switch kind {
        case .off: return CameraLayout.View(place: nil, layout: centred)
        case .full:
            return CameraLayout.View(place: CameraLayout.Place(filling: output, with: camera), layout: centred)
        case .corner(let placement, let look):
            let place = CameraLayout.Place(placement, of: camera, look: look, in: output, radius: style?.radius ?? 0)
            return CameraLayout.View(place: place, layout: centred)
        case .beside(let panel, let look):
            let layout = centred.with(panel, of: camera)
            let place = layout?.camera.map {
                CameraLayout.Place($0, of: camera, look: look, radius: style?.radius ?? 0)
            }
            return CameraLayout.View(place: place, layout: layout ?? centred)
        }
    }
}

extension CameraLayout.Place {
    /// Creates a place in a corner of the output.
    /// - Returns: Nil if the camera does not fit into the output.
    fileprivate init?(
        _ placement: CameraPlacement, of camera: (width: Int, height: Int), look: CameraLook,
        in output: (width: Int, height: Int), radius: Double
    ) {
        let isRound = look.shape == .circle
        let shape = isRound ? (1, 1) : camera
        guard let rectangle = placement.rectangle(of: shape, in: output) else { return nil }
        self.radius = Self.radius(of: look.shape, in: rectangle, least: radius)
        (self.rectangle, self.look, corner) = (rectangle, look, placement.corner)
        part = isRound ? FrameRectangle.middle(of: camera, shape: shape) : nil
    }

    /// Creates the place in front of the screen.
    fileprivate init(filling output: (width: Int, height: Int), with camera: (width: Int, height: Int)) {
        rectangle = CameraPlacement.Rectangle(x: 0, y: 0, width: output.width, height: output.height)
        (part, radius) = (FrameRectangle.middle(of: camera, shape: output), 0)
    }

    /// Creates a place beside the screen. The middle of the camera's frame fills the area.
    fileprivate init(_ area: PixelArea, of camera: (width: Int, height: Int), look: CameraLook, radius: Double) {
        let side = min(area.width, area.height)
        let size = look.shape == .circle ? (width: side, height: side) : (width: area.width, height: area.height)
        let rectangle = CameraPlacement.Rectangle(
            x: area.x + (area.width - size.width) / 2 & ~1, y: area.y + (area.height - size.height) / 2 & ~1,
            width: size.width, height: size.height)
        self.radius = Self.radius(of: look.shape, in: rectangle, least: radius)
        (self.rectangle, self.look) = (rectangle, look)
        part = FrameRectangle.middle(of: camera, shape: size)
    }

    /// The radius of round corners, as a part of the shorter side.
    private static let roundness = 0.12
    /// The part of its size that the camera has while a zoom acts, if it shrinks.
    private static let leastScale = 0.7

    private static func radius(
        of shape: CameraLook.Shape, in rectangle: CameraPlacement.Rectangle, least: Double
    ) -> Double {
        let side = Double(min(rectangle.width, rectangle.height))
        return switch shape {
        case .whole: least
        case .rounded: max(least, side * roundness)
        case .circle: side / 2
        }
    }

    /// Returns a place between this one and another one, with the look of the other one. The middle of the camera's frame
    /// fills it.
    /// - Parameters:
    ///   - camera: The rectangle of the camera's frames, in pixels.
    ///   - progress: The part of the way, in 0...1.
    fileprivate func between(_ other: Self, of camera: FrameRectangle, progress: Double) -> Self {
        let area = area.between(other.area, progress: progress)
        var look = other.look
        // A circle has the radius of half its side.
        if look.shape == .circle, self.look.shape != .circle { look.shape = .rounded }
        return Self(
            rectangle: CameraPlacement.Rectangle(x: area.x, y: area.y, width: area.width, height: area.height),
            part: FrameRectangle.middle(of: (camera.width, camera.height), shape: (area.width, area.height)),
            radius: radius + (other.radius - radius) * progress, look: look, corner: other.corner)
    }

    /// Returns the place while a zoom acts.
    /// - Parameter progress: The progress of the zoom, from 0 to 1.
    func during(zoom progress: Double) -> Self {
        guard look.shrinks, progress > 0, let corner else { return self }
        let scale = 1 - (1 - Self.leastScale) * progress
        func scaled(_ length: Int) -> Int { max(2, Int(saturating: Double(length) * scale / 2) * 2) }
        let (width, height) = (scaled(rectangle.width), scaled(rectangle.height))
        let isLeft = corner == .bottomLeft || corner == .topLeft
        let isTop = corner == .topLeft || corner == .topRight
        return Self(
            rectangle: CameraPlacement.Rectangle(
                x: isLeft ? rectangle.x : rectangle.x + rectangle.width - width,
                y: isTop ? rectangle.y : rectangle.y + rectangle.height - height, width: width, height: height),
            part: part, radius: radius * scale, look: look, corner: corner)
    }

    var area: PixelArea {
        PixelArea(x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height)
    }
}
