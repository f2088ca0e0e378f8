package import MediaTime
import ReplayMovie
package import ReplayTimeline

extension ExportPlan {
    /// What the plan must know of the recording's pictures.
    package struct Source: Sendable {
        /// In pixels, before they are turned.
        package var width: Int
        package var height: Int
        /// Clockwise degrees: 0, 90, 180 or 270.
        package var rotation: Int
        /// Of one pixel, width to height.
        package var pixelAspect: Rational
        /// When each keyframe is shown, ascending.
        package var keyframes: [MediaTime]
        /// The size of the camera's pictures, where there are any.
        package var camera: (width: Int, height: Int)?

        package init(width: Int, height: Int, rotation: Int, pixelAspect: Rational, keyframes: [MediaTime]) {
            self.width = width
            self.height = height
            self.rotation = rotation
            self.pixelAspect = pixelAspect
            self.keyframes = keyframes
        }
    }

    /// Makes the plan.
    /// - Parameter camera: where a camera is shown; nil: nowhere.
    package init(edit: Edit, source: Source, preset: Preset, camera: CameraPlacement? = nil) {
        spans = edit.clips.map { clip in
            Span(
                source: clip.source, start: clip.start,
                decodeFrom: Self.keyframe(before: clip.source.start, in: source.keyframes))
        }
        (width, height) = Self.size(of: source, within: preset.video)
        let size = (width, height)
        self.camera = source.camera.flatMap { camera?.rectangle(of: $0, in: size) }
        rotation = source.rotation
        frameRate = preset.video.frameRate
        duration = edit.editedDuration
    }

    private static func keyframe(before time: MediaTime, in keyframes: [MediaTime]) -> MediaTime {
        var (low, high) = (0, keyframes.count)
        while low < high {
            let middle = (low + high) / 2
            if keyframes[middle] <= time { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? keyframes.first ?? .zero : keyframes[low - 1]
    }

    /// The size as shown, turned and with square pixels, made smaller where it does not fit; even, for 4:2:0.
    private static func size(of source: Source, within limits: Preset.Video) -> (Int, Int) {
        var (width, height) = (Int64(source.width), Int64(source.height))
        let aspect = source.pixelAspect
        if aspect > 1 {
            width = width * aspect.numerator / aspect.denominator
        } else {
            height = height * aspect.denominator / aspect.numerator
        }
        if source.rotation % 180 != 0 { swap(&width, &height) }
        let (maxWidth, maxHeight) = (Int64(limits.maxWidth ?? 16_384), Int64(limits.maxHeight ?? 16_384))
        var (shownWidth, shownHeight) = (width, height)
        if shownWidth > maxWidth { (shownWidth, shownHeight) = (maxWidth, height * maxWidth / width) }
        if shownHeight > maxHeight { (shownWidth, shownHeight) = (width * maxHeight / height, maxHeight) }
        return (Int(max(2, shownWidth & ~1)), Int(max(2, shownHeight & ~1)))
    }
}
