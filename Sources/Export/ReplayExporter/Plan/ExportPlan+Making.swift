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
        /// The times at which frames of the camera are shown, in ticks of the screen, ascending.
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

        /// Whether a frame comes less than a tick of the output after the one before, so that both may fall on one.
        var hasCloseFrames: Bool {
            let least = (Int64(timescale) + Int64(ExportPlan.timescale) - 1) / Int64(ExportPlan.timescale)
            return zip(times, times.dropFirst()).contains { $1 - $0 < least }
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
        /// Where something else is heard than the track as it was recorded, in samples; ascending, disjoint.
        package var altered: [Range<Int64>] = []
        /// What is heard there: the track itself first, and those that are silent elsewhere; or those that it is the mix of.
        package var sources: [Int]
        /// Whether it is mono, and its packets become stereo, for others are.
        package var isWidened = false

        package init(track: Int, packets: [Int64], sampleRate: Int) {
            self.track = track
            self.packets = packets
            self.sampleRate = sampleRate
            sources = [track]
        }
    }

    /// What frames can be copied.
    package enum Frames: Sendable {
        case groups(GOPIndex, splices: SpliceFinder? = nil)
        case none(because: Rendering.Obstacle)
    }

    /// Finds where a GOP can go on from an instant on; `end` is where nothing more is wanted of it; both in the track's ticks.
    package typealias SpliceFinder = @Sendable (_ gop: GOPIndex.GOP, _ time: Int64, _ end: Int64) -> Splice?

    /// Makes the plan.
    /// - Parameters:
    ///   - camera: where a camera is shown; nil: nowhere.
    ///   - copied: what can be copied, where the preset leaves frames as they are.
    ///   - captions: that are drawn over the frames.
    ///   - images: those of the edit's covers; nil: there are none.
    ///   - pointer: what it did in the recording, for the edit's effects that show it.
    ///   - audio: the track that is copied where it alone is heard; nil: audio is encoded.
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
            // Where all frames are encoded, the camera comes in by itself.
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
        // Where all frames are encoded, audio costs little beside them, and may as well stand in its exact place.
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

    /// Frames that players turn or stretch, as they are coded, where they are copied so and nothing is drawn over them; nil: they
    /// are turned and stretched first, or need not be.
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

    /// What of the preset, or of the way in which frames are shown, makes them others than they are.
    private static func obstacle(
        _ source: Source, _ size: (Int, Int), _ preset: Preset, _ edit: Edit
    ) -> Rendering.Obstacle? {
        if edit.crop != nil || edit.rotation != .none { return .cropped }
        if size != fitted(geometry(of: source, edit).output) { return .size }
        if source.rotation != 0 || source.pixelAspect != 1 { return .geometry }
        if size != (source.width, source.height) { return .size }
        if preset.video.frameRate != nil { return .rate }
        let ends = source.times.dropFirst() + [edit.duration.converted(to: source.timescale, rounding: .up).value]
        // As long as the slowest stretch makes it.
        let slowest = min(edit.clips.map(\.speed).min() ?? .normal, .normal).factor
        let limit = Int64(source.timescale) * Self.maxFrameSeconds * slowest.numerator / slowest.denominator
        if zip(source.times, ends).contains(where: { $1 - $0 > limit }) { return .longFrame }
        return source.hasCloseFrames ? .closeFrames : nil
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
        let fast = spans.contains { $0.clip.speed > .normal } ? fastFrameRate(source) : 0
        let moving = spans.contains { $0.repetition != nil } ? motionRate(source) : 0
        return max(source.maxFrameRate, Int(average), fast, moving)
    }

    /// Frames per second, at most, of what plays faster than it was recorded: as many as of the rest, or what
    /// every player shows.
    private static func fastFrameRate(_ source: Source) -> Int { max(source.maxFrameRate, 60) }

    /// Frames per second at which a zoom moves: those of the preset, or else of the recording where it moves itself, which
    /// a still one need not do.
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

    /// When the camera is shown, and each range in which the edit has a place for it by itself.
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

    /// A camera is shown from its first frame on.
    private static func cameraRange(_ source: Source, until end: MediaTime) -> TimeRange? {
        guard let start = source.cameraStart, start < end else { return nil }
        return TimeRange(start: start.converted(to: end.timescale, rounding: .down), end: end)
    }

    /// How frames are turned and cropped.
    static func geometry(of source: Source, _ edit: Edit) -> FrameGeometry {
        let shown = StreamInfo.shownSize(
            width: source.width, height: source.height, pixelAspect: source.pixelAspect, rotation: source.rotation)
        return FrameGeometry(
            rotation: source.rotation, width: shown.width, height: shown.height, crop: edit.crop, turn: edit.rotation)
    }

    /// The size of the output: within the preset's limits, at most 16,384 pixels a side, and even, for 4:2:0.
    static func fitted(_ size: (width: Int, height: Int), within limits: Preset.Video? = nil) -> (Int, Int) {
        var limits = limits ?? Preset.Video(crf: 0, encoderPreset: .veryfast)
        limits.maxLongSide = min(limits.maxLongSide ?? maxSide, maxSide)
        let shown = limits.fitted(width: size.width, height: size.height)
        return (max(2, shown.width & ~1), max(2, shown.height & ~1))
    }

    /// The maximum width and height of an output, in pixels.
    private static let maxSide = 16_384
}
