package import FFmpeg
package import MediaTime
import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

extension ExportPlan {
    /// The properties of the recording's frames that the plan needs.
    package struct Source: Sendable {
        /// The width in pixels, before rotation.
        package var width: Int
        /// The height in pixels, before rotation.
        package var height: Int
        /// The clockwise rotation: 0, 90, 180 or 270 degrees.
        package var rotation: Int
        /// The pixel aspect ratio, width to height.
        package var pixelAspect: Rational
        /// The colour space of the frames.
        package var colours = ColourSpace.bt709
        /// The time scale of the track, in ticks per second.
        package var timescale: Int32
        /// The presentation times of the frames, in ticks, ascending.
        package var times: [Int64]
        /// The presentation times of the keyframes, ascending.
        package var keyframes: [MediaTime]
        /// The size of the camera's frames, or nil if there is no camera.
        package var camera: (width: Int, height: Int)?
        /// The presentation time of the camera's first frame.
        package var cameraStart: MediaTime?
        /// The presentation times of the camera's frames, in ticks of the screen's track, ascending.
        package var cameraTimes: [Int64] = []

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

        /// True if a frame follows another in less than a tick of the output, so that both may get the same tick.
        var hasCloseFrames: Bool {
            let least = (Int64(timescale) + Int64(ExportPlan.timescale) - 1) / Int64(ExportPlan.timescale)
            return zip(times, times.dropFirst()).contains { $1 - $0 < least }
        }
    }

    /// An audio track whose packets can be copied.
    package struct CopiedTrack: Sendable {
        /// The index of the movie's track.
        package var track: Int
        /// The presentation times of the packets, in samples, ascending.
        package var packets: [Int64]
        /// The sample rate, in Hz.
        package var sampleRate: Int
        /// The ranges in which the output differs from the recorded track, in samples; ascending, disjoint.
        package var altered: [Range<Int64>] = []
        /// The tracks that are audible in those ranges. Either this track is first, followed by the tracks that are
        /// silent elsewhere, or they are the tracks that it is the mix of.
        package var sources: [Int]
        /// True if the track is mono and its packets become stereo, because other tracks are stereo.
        package var isWidened = false

        package init(track: Int, packets: [Int64], sampleRate: Int) {
            self.track = track
            self.packets = packets
            self.sampleRate = sampleRate
            sources = [track]
        }
    }

    /// The frames that can be copied.
    package enum Frames: Sendable {
        case groups(GOPIndex, splices: SpliceFinder? = nil)
        case none(because: Rendering.Obstacle)
    }

    /// A function that finds a splice point in a GOP at or after `time`. Frames from `end` on are not needed. Both
    /// times are in the track's ticks.
    package typealias SpliceFinder = @Sendable (_ gop: GOPIndex.GOP, _ time: Int64, _ end: Int64) -> Splice?

    /// Creates the plan.
    /// - Parameters:
    ///   - edit: The edit.
    ///   - source: The properties of the recording's frames.
    ///   - preset: The export preset.
    ///   - camera: The placement of the camera, or nil if it is not shown.
    ///   - copied: The frames that can be copied if the preset does not change them.
    ///   - captions: The captions to draw over the frames.
    ///   - images: The images of the edit's covers, or nil if there are none.
    ///   - pointer: The recorded path of the pointer, for the edit's pointer effects.
    ///   - audio: The track to copy if no other audio is audible, or nil if the audio is encoded.
    package init(
        edit: Edit, source: Source, preset: Preset, camera: CameraPlacement? = nil,
        copied: Frames = .none(because: .asked), captions: [DrawnText] = [], images: EffectImages? = nil,
        pointer: PointerPath = PointerPath(), audio: CopiedTrack? = nil
    ) {
        let coded = Self.coded(
            source, edit, preset, copied, isDrawnOver: camera != nil && source.camera != nil || !captions.isEmpty)
        rotation = coded == nil ? 0 : source.rotation
        var source = coded ?? source
        clips = edit.clips
        duration = edit.editedDuration
        geometry = Self.geometry(of: source, edit)
        effects = edit.videoEffects
        zooms = edit.zooms
        self.images = images ?? EffectImages()
        texts = edit.titles.map(DrawnText.init) + captions
        self.pointer = DrawnPointer(pointer, edit.pointerEffects)
        (width, height) = Self.fitted(geometry.output, within: preset.video)
        let size = (width, height)
        let layout = Self.layout(camera, edit.cameraEffects, source, in: size)
        cameraLayout = layout
        if layout == nil { source.cameraTimes = [] }
        self.camera = layout?.standard?.rectangle
        colours = source.colours.shareable
        frameRate = preset.video.frameRate
        let obstacle = Self.obstacle(source, size, preset, edit)
        var groups: GOPIndex?
        var splices: SpliceFinder?
        switch (copied, obstacle) {
        case (.none(let reason), _): rendering = .full(because: reason)
        case (.groups, let reason?): rendering = .full(because: reason)
        case (.groups(let index, let finder), nil):
            rendering = .smart
            (groups, splices) = (index, finder)
        }
        var planner = VideoSpanPlanner(
            source, gops: groups, splices: splices,
            // If all frames are encoded, the renderer composes the camera in any case.
            changes: FrameAlteration.ranges(
                cameras: layout == nil || groups == nil && edit.cameraEffects.isEmpty
                    ? [] : Self.cameraRanges(source, edit),
                effects: edit.videoEffects.map(\.range) + texts.map(\.range)
                    + self.pointer.ranges(of: .highlight, timescale: edit.timescale),
                moving: self.pointer.ranges(of: .clicks, timescale: edit.timescale), zooms: zooms),
            maxFrameRate: Self.fastFrameRate(source), motionRate: Self.motionRate(source, preset.video))
        for clip in clips { planner.add(clip) }
        frames = planner.spans
        maxFrameRate = Self.maxFrameRate(source, planner.spans, edit.editedDuration, preset.video.frameRate)
        // If all frames are encoded, audio encoding costs little in comparison, so the audio gets its exact position.
        self.audio =
            groups == nil
            ? nil
            : audio.map {
                AudioPlan(
                    clips: edit.clips, duration: edit.editedDuration, track: $0.track, packets: $0.packets,
                    sampleRate: $0.sampleRate, altered: $0.altered, sources: $0.sources,
                    isWidened: $0.isWidened)
            }
    }

    /// Returns the source in coded orientation, if its frames can be copied with their rotation and pixel aspect ratio.
    /// Returns nil if nothing must be rotated or stretched, or if frames are drawn on, edited, or written to a format
    /// without rotation.
    private static func coded(
        _ source: Source, _ edit: Edit, _ preset: Preset, _ copied: Frames, isDrawnOver: Bool
    ) -> Source? {
        guard case .groups = copied, source.rotation != 0 || source.pixelAspect != 1, !isDrawnOver, !edit.altersFrames,
            preset.hls == nil, preset.fileFormat.tellsRotation
        else { return nil }
        let shown = geometry(of: source, edit).output
        var coded = source
        (coded.rotation, coded.pixelAspect) = (0, 1)
        guard fitted(shown, within: preset.video) == fitted(shown),
            obstacle(coded, fitted((coded.width, coded.height)), preset, edit) == nil
        else { return nil }
        return coded
    }

    /// Returns the property of the preset, the edit or the source that prevents copying, or nil if there is none.
    private static func obstacle(
        _ source: Source, _ size: (Int, Int), _ preset: Preset, _ edit: Edit
    ) -> Rendering.Obstacle? {
        if edit.crop != nil || edit.rotation != .none { return .cropped }
        if size != fitted(geometry(of: source, edit).output) { return .size }
        if source.rotation != 0 || source.pixelAspect != 1 { return .geometry }
        if size != (source.width, source.height) { return .size }
        if preset.video.frameRate != nil { return .rate }
        let ends = source.times.dropFirst() + [edit.duration.converted(to: source.timescale, rounding: .up).value]
        // The slowest speed makes frames longest.
        let slowest = min(edit.clips.map(\.speed).min() ?? .normal, .normal).factor
        let limit = Int64(source.timescale) * Self.maxFrameSeconds * slowest.numerator / slowest.denominator
        if zip(source.times, ends).contains(where: { $1 - $0 > limit }) { return .longFrame }
        return source.hasCloseFrames ? .closeFrames : nil
    }

    /// Returns the frame rate of the output. It is the constant rate, if there is one. Otherwise it is the maximum of
    /// the recording's fullest second, the output's average, and the rates of speeds and motion. Cuts can make the
    /// average higher than the recording's.
    private static func maxFrameRate(
        _ source: Source, _ spans: [VideoSpan], _ duration: MediaTime, _ rate: FrameRate?
    ) -> Int {
        if let rate = rate?.framesPerSecond {
            return Int((rate.numerator + rate.denominator - 1) / rate.denominator)
        }
        let count = Int64(spans.reduce(0) { $0 + $1.frames } - 1)
        let average = (count * Int64(duration.timescale) + duration.value - 1) / max(1, duration.value)
        let fast = spans.contains { $0.clip.speed > .normal } ? fastFrameRate(source) : 0
        let moving = spans.contains { $0.repetition != nil } ? motionRate(source) : 0
        return max(source.maxFrameRate, Int(average), fast, moving)
    }

    /// Returns the maximum number of frames per second in faster clips: the recording's rate, or 60, which every player
    /// supports.
    private static func fastFrameRate(_ source: Source) -> Int { max(source.maxFrameRate, 60) }

    /// Returns the number of frames per second of a moving zoom. It is the preset's constant rate, in 1...240.
    /// Otherwise it is the recording's rate, limited to 30...60, because a still recording may have very few frames.
    private static func motionRate(_ source: Source, _ video: Preset.Video? = nil) -> Int {
        if let rate = video?.frameRate?.framesPerSecond {
            return Int(max(1, min((rate.numerator + rate.denominator - 1) / rate.denominator, 240)))
        }
        return min(max(source.maxFrameRate, 30), 60)
    }

    private static func layout(
        _ camera: CameraPlacement?, _ effects: [CameraEffect], _ source: Source, in size: (Int, Int)
    ) -> CameraLayout? {
        guard let camera, let frame = source.camera else { return nil }
        let layout = CameraLayout(camera, effects: effects, of: frame, in: size, timescale: source.timescale)
        return layout?.standard == nil && effects.isEmpty ? nil : layout
    }

    /// Returns the ranges in which the camera is shown. Each range with its own placement in the edit is separate.
    private static func cameraRanges(_ source: Source, _ edit: Edit) -> [TimeRange] {
        guard var rest = cameraRange(source, until: edit.duration) else { return [] }
        var ranges: [TimeRange] = []
        for effect in edit.cameraEffects {
            guard let range = rest.intersection(effect.range) else { continue }
            ranges.append(TimeRange(start: rest.start, end: range.start))
            if effect.kind != .off { ranges.append(range) }
            rest = TimeRange(start: range.end, end: rest.end)
        }
        return (ranges + [rest]).filter { !$0.isEmpty }
    }

    /// Returns the range from the camera's first frame to the end, or nil if it is empty.
    private static func cameraRange(_ source: Source, until end: MediaTime) -> TimeRange? {
        guard let start = source.cameraStart, start < end else { return nil }
        return TimeRange(start: start.converted(to: end.timescale, rounding: .down), end: end)
    }

    /// Returns how the edit rotates and crops the frames.
    static func geometry(of source: Source, _ edit: Edit) -> FrameGeometry {
        let shown = StreamInfo.shownSize(
            width: source.width, height: source.height, pixelAspect: source.pixelAspect, rotation: source.rotation)
        return FrameGeometry(
            rotation: source.rotation, width: shown.width, height: shown.height, crop: edit.crop, turn: edit.rotation)
    }

    /// Returns the output size: within the preset's limits, at most 16,384 pixels on each side, and even, as 4:2:0
    /// requires.
    static func fitted(_ size: (width: Int, height: Int), within limits: Preset.Video? = nil) -> (Int, Int) {
        var limits = limits ?? Preset.Video(crf: 0, encoderPreset: .veryfast)
        limits.maxLongSide = min(limits.maxLongSide ?? maxSide, maxSide)
        let shown = limits.fitted(width: size.width, height: size.height)
        return (max(2, shown.width & ~1), max(2, shown.height & ~1))
    }

    /// The maximum width and height of an output, in pixels.
    private static let maxSide = 16_384
}
