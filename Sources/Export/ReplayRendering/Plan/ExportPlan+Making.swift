import FFmpeg
import MediaTime
package import ReplayComposition
import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

extension RecordedVideo {
    /// True if a frame follows another in less than a tick of the output, so that both may get the same tick.
    var hasCloseFrames: Bool {
        let least = (Int64(timescale) + Int64(ExportPlan.timescale) - 1) / Int64(ExportPlan.timescale)
        return zip(times, times.dropFirst()).contains { $1 - $0 < least }
    }
}

extension ExportPlan {
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
    ///   - pointer: The recorded pointer, as far as the edit needs it.
    ///   - keys: The shortcuts that the edit shows, or nil if it shows none.
    ///   - audio: The track to copy if no other audio is audible, or nil if the audio is encoded.
    package init(
        edit: Edit, source: RecordedVideo, preset: Preset, camera: CameraPlacement? = nil,
        copied: Frames = .none(because: .asked), captions: [DrawnText] = [], images: EffectImages? = nil,
        pointer: RecordedPointer = RecordedPointer(), keys: DrawnKeys? = nil, audio: CopiedTrack? = nil
    ) {
        let isDrawnOver = camera != nil && source.camera != nil || !captions.isEmpty || !pointer.shapes.isEmpty
        let coded = Self.coded(source, edit: edit, preset: preset, copied: copied, isDrawnOver: isDrawnOver)
        rotation = coded == nil ? 0 : source.rotation
        var source = coded ?? source
        composition = Composition(
            edit, of: source, limits: preset.video.sizeLimits, camera: camera, captions: captions, images: images,
            pointer: pointer, keys: keys)
        if composition.cameraLayout == nil { source.cameraTimes = [] }
        clips = edit.clips
        duration = edit.editedDuration
        frameRate = preset.video.frameRate
        let (gops, splices, obstacle) = Self.copyable(
            copied, unless: Self.obstacle(source, size: composition.size, preset: preset, edit: edit))
        rendering = obstacle.map { .full(because: $0) } ?? .smart
        var planner = VideoSpanPlanner(
            source, gops: gops, splices: splices,
            changes: Self.alterations(by: composition, edit, of: source, isSmart: gops != nil),
            maxFrameRate: Self.fastFrameRate(source), motionRate: Self.motionRate(of: source, for: preset.video),
            hasConstantRate: preset.video.frameRate != nil)
        for clip in clips { planner.add(clip) }
        frames = planner.spans
        maxFrameRate = Self.maxFrameRate(
            source, spans: planner.spans, duration: edit.editedDuration, rate: preset.video.frameRate)
        // If all frames are encoded, audio encoding costs little in comparison, so the audio gets its exact position.
        self.audio = gops == nil ? nil : audio.map { AudioPlan(copying: $0, in: edit) }
    }

    /// Returns the GOPs that can be copied and the finder of splice points, or the obstacle.
    private static func copyable(
        _ frames: Frames, unless obstacle: Rendering.Obstacle?
    ) -> (gops: GOPIndex?, splices: SpliceFinder?, obstacle: Rendering.Obstacle?) {
        switch frames {
        case .none(let reason): (nil, nil, reason)
        case .groups(let gops, let splices): obstacle == nil ? (gops, splices, nil) : (nil, nil, obstacle)
        }
    }

    /// Returns the ranges in which the frames are altered.
    private static func alterations(
        by composition: Composition, _ edit: Edit, of source: RecordedVideo, isSmart: Bool
    ) -> [FrameAlteration] {
        // If all frames are encoded, the renderer composes the camera in any case.
        let showsCamera = composition.cameraLayout != nil && (isSmart || !edit.cameraEffects.isEmpty)
        return FrameAlteration.ranges(
            cameras: showsCamera ? cameraRanges(of: source, in: edit) : [],
            effects: edit.videoEffects.map(\.range) + composition.texts.map(\.range)
                + composition.pointer.ranges(of: .highlight, timescale: edit.timescale),
            moving: composition.pointer.ranges(of: .clicks, timescale: edit.timescale),
            pointers: composition.pointer.shownRanges(timescale: edit.timescale),
            motions: composition.pointer.movingRanges(timescale: edit.timescale)
                + (composition.cameraLayout?.motions ?? []),
            parts: composition.zooms.flatMap(\.parts) + composition.annotations.flatMap(\.parts)
                + (composition.keys?.parts(timescale: edit.timescale) ?? []))
    }

    /// Returns the source in coded orientation, if its frames can be copied with their rotation and pixel aspect ratio.
    /// Returns nil if nothing must be rotated or stretched, or if frames are drawn on, edited, or written to a format
    /// without rotation.
    private static func coded(
        _ source: RecordedVideo, edit: Edit, preset: Preset, copied: Frames, isDrawnOver: Bool
    ) -> RecordedVideo? {
        guard case .groups = copied, source.rotation != 0 || source.pixelAspect != 1, !isDrawnOver, !edit.altersFrames,
            preset.hls == nil, preset.fileFormat.tellsRotation
        else { return nil }
        let shown = source.geometry(in: edit).output
        var coded = source
        (coded.rotation, coded.pixelAspect) = (0, 1)
        let size = Composition.FrameSize(FrameSizeLimits().evenFitted((coded.width, coded.height)))
        guard preset.video.sizeLimits.evenFitted(shown) == FrameSizeLimits().evenFitted(shown),
            obstacle(coded, size: size, preset: preset, edit: edit) == nil
        else { return nil }
        return coded
    }

    /// Returns the property of the preset, the edit or the source that prevents copying, or nil if there is none.
    private static func obstacle(
        _ source: RecordedVideo, size: Composition.FrameSize, preset: Preset, edit: Edit
    ) -> Rendering.Obstacle? {
        if edit.crop != nil || edit.rotation != .none { return .cropped }
        if !edit.style.isPlain { return .styled }
        if size != .init(FrameSizeLimits().evenFitted(source.geometry(in: edit).output)) { return .size }
        if source.rotation != 0 || source.pixelAspect != 1 { return .geometry }
        if size != .init(width: source.width, height: source.height) { return .size }
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
        _ source: RecordedVideo, spans: [VideoSpan], duration: MediaTime, rate: FrameRate?
    ) -> Int {
        if let rate = rate?.framesPerSecond {
            return Int((rate.numerator + rate.denominator - 1) / rate.denominator)
        }
        let count = Int64(spans.reduce(0) { $0 + $1.frames } - 1)
        let average = (count * Int64(duration.timescale) + duration.value - 1) / max(1, duration.value)
        let fast = spans.contains { $0.clip.speed > .normal } ? fastFrameRate(source) : 0
        let moving = spans.contains { $0.repetition != nil } ? motionRate(of: source) : 0
        return max(source.maxFrameRate, Int(average), fast, moving)
    }

    /// Returns the maximum number of frames per second in faster clips: the recording's rate, or 60, which every player
    /// supports.
    private static func fastFrameRate(_ source: RecordedVideo) -> Int { max(source.maxFrameRate, 60) }

    /// Returns the number of frames per second of a moving zoom. It is the preset's constant rate, in 1...240.
    /// Otherwise it is the recording's rate, limited to 30...60, because a still recording may have very few frames.
    private static func motionRate(of source: RecordedVideo, for video: Preset.Video? = nil) -> Int {
        if let rate = video?.frameRate?.framesPerSecond {
            return Int(max(1, min((rate.numerator + rate.denominator - 1) / rate.denominator, 240)))
        }
        return min(max(source.maxFrameRate, 30), 60)
    }

    /// Returns the ranges in which the camera is shown. Each range with its own placement in the edit is separate.
    private static func cameraRanges(of source: RecordedVideo, in edit: Edit) -> [TimeRange] {
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
    private static func cameraRange(_ source: RecordedVideo, until end: MediaTime) -> TimeRange? {
        guard let start = source.cameraStart, start < end else { return nil }
        return TimeRange(start: start.converted(to: end.timescale, rounding: .down), end: end)
    }
}

extension AudioPlan {
    /// Plans the audio of an edit, copying the packets of a track.
    fileprivate init(copying track: ExportPlan.CopiedTrack, in edit: Edit) {
        self.init(
            clips: edit.clips, duration: edit.editedDuration, track: track.track, packets: track.packets,
            sampleRate: track.sampleRate, altered: track.altered, sources: track.sources, isWidened: track.isWidened)
    }
}
