package import FFmpeg
package import MediaTime
import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

extension ExportPlan {
    /// What the plan must know of the recording's frames.
    package struct Source: Sendable {
        /// In pixels, before they are turned.
        package var width: Int
        package var height: Int
        /// Clockwise degrees: 0, 90, 180 or 270.
        package var rotation: Int
        /// Of one pixel, width to height.
        package var pixelAspect: Rational
        /// What their values mean.
        package var colours = ColourSpace.bt709
        /// Ticks a second.
        package var timescale: Int32
        /// When each frame is shown, in ticks, ascending.
        package var times: [Int64]
        /// When each keyframe is shown, ascending.
        package var keyframes: [MediaTime]
        /// The size of the camera's frames, where there are any.
        package var camera: (width: Int, height: Int)?
        /// When the camera's first frame is shown.
        package var cameraStart: MediaTime?

        package init(
            width: Int, height: Int, rotation: Int, pixelAspect: Rational, timescale: Int32, times: [Int64],
            keyframes: [MediaTime]
        ) {
            self.width = width
            self.height = height
            self.rotation = rotation
            self.pixelAspect = pixelAspect
            self.timescale = timescale
            self.times = times
            self.keyframes = keyframes
        }
    }

    /// An audio track whose packets can be copied.
    package struct CopiedTrack: Sendable {
        /// The track of the movie.
        package var track: Int
        /// When each packet is heard, in samples, ascending.
        package var packets: [Int64]
        /// In Hz.
        package var sampleRate: Int

        package init(track: Int, packets: [Int64], sampleRate: Int) {
            self.track = track
            self.packets = packets
            self.sampleRate = sampleRate
        }
    }

    /// What frames can be copied.
    package enum Frames: Sendable {
        case groups(GOPIndex)
        case none(because: Rendering.Obstacle)
    }

    /// Makes the plan.
    /// - Parameters:
    ///   - camera: where a camera is shown; nil: nowhere.
    ///   - copied: what can be copied, where the preset leaves frames as they are.
    ///   - audio: the only track that is heard, where it can be copied and may be; nil: audio is encoded.
    package init(
        edit: Edit, source: Source, preset: Preset, camera: CameraPlacement? = nil,
        copied: Frames = .none(because: .asked), audio: CopiedTrack? = nil
    ) {
        clips = edit.clips
        duration = edit.editedDuration
        (width, height) = Self.size(of: source, within: preset.video)
        let size = (width, height)
        self.camera = source.camera.flatMap { camera?.rectangle(of: $0, in: size) }
        rotation = source.rotation
        colours = source.colours.shareable
        frameRate = preset.video.frameRate
        let obstacle = Self.obstacle(source, size, preset, edit.duration)
        var groups: GOPIndex?
        switch (copied, obstacle) {
        case (.none(let reason), _): rendering = .full(because: reason)
        case (.groups, let reason?): rendering = .full(because: reason)
        case (.groups(let index), nil):
            rendering = .smart
            groups = index
        }
        var planner = VideoSpanPlanner(
            source, gops: groups, changes: Self.cameraRanges(source, isShown: self.camera != nil, until: edit.duration))
        for clip in clips { planner.add(clip.source) }
        frames = planner.spans
        maxFrameRate = Self.maxFrameRate(source, planner.spans, edit.editedDuration, preset.video.frameRate)
        // Where all frames are encoded, audio costs little beside them, and may as well stand in its exact place.
        self.audio =
            groups == nil
            ? nil
            : audio.map {
                AudioPlan(
                    clips: edit.clips, duration: edit.editedDuration, track: $0.track, packets: $0.packets,
                    sampleRate: $0.sampleRate)
            }
    }

    /// What of the preset, or of the way in which frames are shown, makes them others than they are.
    private static func obstacle(
        _ source: Source, _ size: (Int, Int), _ preset: Preset, _ duration: MediaTime
    ) -> Rendering.Obstacle? {
        if source.rotation != 0 || source.pixelAspect != 1 { return .geometry }
        if size != (source.width, source.height) { return .size }
        if preset.video.frameRate != nil { return .rate }
        let ends = source.times.dropFirst() + [duration.converted(to: source.timescale, rounding: .up).value]
        let limit = Int64(source.timescale) * Self.maxFrameSeconds
        return zip(source.times, ends).contains { $1 - $0 > limit } ? .longFrame : nil
    }

    /// At a constant rate that; else as many as there are in the recording's fullest second, or in the output, to which cuts
    /// add some.
    private static func maxFrameRate(
        _ source: Source, _ spans: [VideoSpan], _ duration: MediaTime, _ rate: FrameRate?
    ) -> Int {
        if let rate = rate?.framesPerSecond {
            return Int((rate.numerator + rate.denominator - 1) / rate.denominator)
        }
        let count = Int64(spans.reduce(0) { $0 + $1.frames } - 1)
        let average = (count * Int64(duration.timescale) + duration.value - 1) / max(1, duration.value)
        return max(source.maxFrameRate, Int(average))
    }

    /// A camera is shown from its first frame on.
    private static func cameraRanges(_ source: Source, isShown: Bool, until end: MediaTime) -> [TimeRange] {
        guard isShown, let start = source.cameraStart, start < end else { return [] }
        return [TimeRange(start: start.converted(to: end.timescale, rounding: .down), end: end)]
    }

    /// The size as shown, turned and with square pixels, made smaller where it does not fit; even, for 4:2:0.
    static func size(of source: Source, within limits: Preset.Video? = nil) -> (Int, Int) {
        var (width, height) = (Int64(source.width), Int64(source.height))
        let aspect = source.pixelAspect
        if aspect > 1 {
            width = width * aspect.numerator / aspect.denominator
        } else {
            height = height * aspect.denominator / aspect.numerator
        }
        if source.rotation % 180 != 0 { swap(&width, &height) }
        let (maxWidth, maxHeight) = (Int64(limits?.maxWidth ?? 16_384), Int64(limits?.maxHeight ?? 16_384))
        var (shownWidth, shownHeight) = (width, height)
        if shownWidth > maxWidth { (shownWidth, shownHeight) = (maxWidth, height * maxWidth / width) }
        if shownHeight > maxHeight { (shownWidth, shownHeight) = (width * maxHeight / height, maxHeight) }
        return (Int(max(2, shownWidth & ~1)), Int(max(2, shownHeight & ~1)))
    }
}
