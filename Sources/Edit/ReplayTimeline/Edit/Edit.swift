public import MediaTime

/// The edit-decision list of one recording: the kept ranges, their speeds, and the effects on frames and audio.
/// A pure value.
///
/// Times are in the recording's clock, never in edited time, so the order of operations does not matter.
/// Every time is a whole number of ticks of the recording's timescale.
/// Times in other timescales are rounded to the nearest tick.
public struct Edit: Hashable, Sendable {
    /// The duration of the recording; above zero.
    public let duration: MediaTime
    /// The trim and the cuts in ticks of `timescale`. Cuts are sorted, disjoint, not empty and do not touch.
    var trimTicks: Range<Int64>
    var cutTicks: [Range<Int64>]
    /// The speed changes: sorted, disjoint, none of them at normal speed.
    var paces: [Pace] = []
    /// The effects that hide parts of frames, in the order in which they were added.
    public internal(set) var videoEffects: [VideoEffect] = []
    /// The titles over frames, in the order in which they were added.
    public internal(set) var titles: [Title] = []
    /// The marks, at which chapters begin, in the order in which they were added.
    public internal(set) var marks: [EditMark] = []
    /// The effects that show the pointer, in the order in which they were added.
    public internal(set) var pointerEffects: [PointerEffect] = []
    /// The zooms, which enlarge a part of the frame: sorted, disjoint.
    public internal(set) var zooms: [Zoom] = []
    /// The annotations, in the order in which they were added and are drawn.
    public internal(set) var annotations: [Annotation] = []
    /// The ranges in which the camera is shown differently from the export's setting: sorted, disjoint.
    public internal(set) var cameraEffects: [CameraEffect] = []
    /// The audio effects, without the mutes of speed changes.
    var ownAudioEffects: [AudioEffect] = []
    /// The part of the frame that is shown, or nil if all of it is.
    public internal(set) var crop: FrameRectangle?
    /// The rotation of the frame.
    public internal(set) var rotation = QuarterTurn.none
    /// The style of the frames: the background and the card that shows the screen.
    public internal(set) var style = FrameStyle.none
    /// The look of a pointer that was recorded apart from the frames.
    public internal(set) var pointerLook = PointerLook.standard
    /// The look of the shortcuts that are shown, or nil if they are not shown.
    public internal(set) var keysLook: KeysLook?
    /// The captions of exports, or nil if there are none.
    public internal(set) var captions: EditCaptions?

    /// The maximum number of clips of an edit.
    public static let clipLimit = 100_000
    /// The maximum number of effects on frames, of effects on audio, and of marks, each.
    public static let effectLimit = 100_000

    /// A range of the recording with a speed of its own.
    struct Pace: Hashable, Sendable {
        let ticks: Range<Int64>
        let speed: Speed
        var isMuted = false
    }

    /// Creates the edit that keeps the whole recording.
    ///
    /// - Parameter duration: The duration of the recording. Its timescale becomes that of the edit.
    /// - Throws: ``EditError/emptyRecording`` if the duration is not above zero.
    public init(duration: MediaTime) throws(EditError) {
        guard duration > .zero else { throw .emptyRecording }
        self.duration = duration
        self.trimTicks = 0..<duration.value
        self.cutTicks = []
    }

    /// The timescale of the recording's clock, in ticks per second.
    public var timescale: Int32 { duration.timescale }
    /// The range that is kept, without regard to cuts; initially the whole recording.
    public var trim: TimeRange { range(trimTicks) }
    /// The ranges that are cut: sorted, disjoint, merged if they touch. A cut may lie outside the trim.
    public var cuts: [TimeRange] { cutTicks.map(range) }

    func range(_ ticks: Range<Int64>) -> TimeRange {
        TimeRange(start: time(ticks.lowerBound), end: time(ticks.upperBound))
    }

    func time(_ tick: Int64) -> MediaTime {
        MediaTime(value: tick, timescale: timescale)
    }

    /// Returns the same edit on a recording of at most `duration`, in the timescale of `duration`.
    ///
    /// - Throws: ``EditError`` if nothing is left of the recording.
    public func limited(to duration: MediaTime) throws(EditError) -> Edit {
        guard duration > .zero else { throw .emptyRecording }
        let length = min(self.duration.converted(to: duration.timescale, rounding: .up), duration)
        guard length != self.duration || length.timescale != timescale else { return self }
        let all = TimeRange(start: .zero, end: length)
        // A short range may become empty in the other timescale.
        func limited(_ operation: EditOperation) -> EditOperation? {
            guard let operation = operation.limited(to: all) else { return nil }
            let isNothing = operation.ranges.contains {
                $0.converted(to: length.timescale, rounding: .nearest).isEmpty
            }
            return isNothing ? nil : operation
        }
        guard let trimmed = limited(.trim(trim)) else { throw .keepsNothing(trim) }
        return try Edit(duration: length).applying([trimmed] + operations.dropFirst().compactMap(limited))
    }

    /// The operations that produce this edit from the whole recording.
    var operations: [EditOperation] { [.trim(trim)] + cuts.map { .cut($0) } + otherOperations }

    /// The operations that are neither trims nor cuts.
    private var otherOperations: [EditOperation] {
        paces.map { .speed(range($0.ticks), $0.speed, mutesAudio: $0.isMuted) } + videoEffects.map { .video($0) }
            + titles.map { .title($0) } + annotations.map { .annotation($0) } + zooms.map { .zoom($0) }
            + pointerEffects.map { .pointer($0) }
            + cameraEffects.map { .camera($0) } + marks.map { .mark($0) } + ownAudioEffects.map { .audio($0) }
            + [
                crop.map { .crop($0) }, rotation == .none ? nil : .rotate(rotation),
                style.isPlain ? nil : .style(style), pointerLook == .standard ? nil : .pointerLook(pointerLook),
                keysLook.map { .keys($0) }, captions.map { .captions($0) },
            ].compactMap(\.self)
    }
}

extension Edit {
    /// The audio effects, including the mutes of speed changes.
    public var audioEffects: [AudioEffect] {
        ownAudioEffects + paces.filter(\.isMuted).map { AudioEffect(.mute, during: range($0.ticks)) }
    }

    /// The ranges of the recording that are kept: the trim without the cuts. At least one, sorted, disjoint, not empty.
    /// The time that this takes is proportional to the number of cuts.
    public var kept: [TimeRange] { keptTicks.map(range) }

    /// The kept ranges with their positions in edited time. A range with another speed is a clip of its own.
    public var clips: [Clip] {
        var start: Int64 = 0
        return pacedTicks.map { pace in
            let length = pace.speed.edited(Int64(pace.ticks.count))
            defer { start += length }
            return Clip(source: range(pace.ticks), start: time(start), duration: time(length), speed: pace.speed)
        }
    }

    /// The duration of the edited movie: the sum of the clips' durations.
    public var editedDuration: MediaTime {
        time(pacedTicks.reduce(0) { $0 + $1.speed.edited(Int64($1.ticks.count)) })
    }

    /// The kept ranges, split at each change of speed.
    private var pacedTicks: [Pace] {
        guard !paces.isEmpty else { return keptTicks.map { Pace(ticks: $0, speed: .normal) } }
        var stretches: [Pace] = []
        for kept in keptTicks {
            var start = kept.lowerBound
            var place = paces.partitioningIndex { $0.ticks.upperBound > start }
            while place < paces.count, paces[place].ticks.lowerBound < kept.upperBound {
                let paced = paces[place].ticks.clamped(to: start..<kept.upperBound)
                if start < paced.lowerBound {
                    stretches.append(Pace(ticks: start..<paced.lowerBound, speed: .normal))
                }
                stretches.append(Pace(ticks: paced, speed: paces[place].speed))
                start = paced.upperBound
                place += 1
            }
            if start < kept.upperBound { stretches.append(Pace(ticks: start..<kept.upperBound, speed: .normal)) }
        }
        return stretches
    }

    var keptTicks: [Range<Int64>] {
        var kept: [Range<Int64>] = []
        var start = trimTicks.lowerBound
        for cut in cutTicks where cut.overlaps(trimTicks) {
            if start < cut.lowerBound { kept.append(start..<cut.lowerBound) }
            start = cut.upperBound
        }
        if start < trimTicks.upperBound { kept.append(start..<trimTicks.upperBound) }
        return kept
    }
}

extension Edit: Codable {
    private enum CodingKeys: String, CodingKey {
        case duration, operations
        case trimTicks = "trim"
        case cutTicks = "cuts"
    }

    /// Reads `{"duration": "900000/90000", "trim": [0, 900000], "cuts": [[90000, 180000]], "operations": [operation]}`.
    /// The trim and the cuts are in ticks of the duration's timescale. The optional operations are all others.
    ///
    /// - Throws: `DecodingError` if a range or an operation is not valid.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try container.decode(MediaTime.self, forKey: .duration)
        let trim = try container.decode(Range<Int64>.self, forKey: .trimTicks)
        let cuts = try container.decode([Range<Int64>].self, forKey: .cutTicks)
        let others = try container.decodeIfPresent([EditOperation].self, forKey: .operations) ?? []
        let recording = 0..<max(0, duration.value)
        guard (cuts + [trim]).allSatisfy({ !$0.isEmpty && recording.contains($0) }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .cutTicks, in: container,
                debugDescription: "A range is empty or reaches outside the recording.")
        }
        do throws(EditError) {
            let whole = try Edit(duration: duration)
            let kept = [.trim(whole.range(trim))] + cuts.map { EditOperation.cut(whole.range($0)) }
            self = try whole.applying(kept + others)
        } catch {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: error.description))
        }
    }

    /// Writes the format that ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(duration, forKey: .duration)
        try container.encode(trimTicks, forKey: .trimTicks)
        try container.encode(cutTicks, forKey: .cutTicks)
        if !otherOperations.isEmpty { try container.encode(otherOperations, forKey: .operations) }
    }
}

extension Edit {
    /// True if any frame is shown differently from the recording.
    public var altersFrames: Bool {
        frameEffectCount > 0 || crop != nil || rotation != .none || !style.isPlain || keysLook?.isOff == false
    }

    /// The number of effects on frames.
    var frameEffectCount: Int {
        videoEffects.count + titles.count + annotations.count + zooms.count + cameraEffects.count + pointerEffects.count
    }

    /// Returns true if both edits show frames in the same way. The kept ranges are not compared.
    package func showsFrames(as other: Edit) -> Bool {
        videoEffects == other.videoEffects && titles == other.titles && zooms == other.zooms
            && annotations == other.annotations
            && pointerEffects == other.pointerEffects && cameraEffects == other.cameraEffects && crop == other.crop
            && rotation == other.rotation && style == other.style && pointerLook == other.pointerLook
            && keysLook == other.keysLook
    }
}
