public import MediaTime

/// The edit-decision list of one recording: what is kept of it, how fast it plays, and what is done to frames and audio, as
/// a pure value.
///
/// Times are in the recording's own clock, never in that of an edit, so the order of decisions does not
/// matter. Every time is a whole number of ticks of the recording's timescale; times in other timescales are
/// rounded to the nearest tick when they come in.
public struct Edit: Hashable, Sendable {
    /// How long the recording is; above zero.
    public let duration: MediaTime
    /// The trim and the cuts in ticks of `timescale`. Cuts are sorted, disjoint, not empty and do not touch.
    var trimTicks: Range<Int64>
    var cutTicks: [Range<Int64>]
    /// Sorted, disjoint, none of them at normal speed.
    var paces: [Pace] = []
    /// What hides parts of frames, in the order in which it was decided.
    public internal(set) var videoEffects: [VideoEffect] = []
    /// What is written over frames, in the order in which it was decided.
    public internal(set) var titles: [Title] = []
    /// Where chapters begin, in the order in which it was decided.
    public internal(set) var marks: [EditMark] = []
    /// How the pointer is shown, in the order in which it was decided.
    public internal(set) var pointerEffects: [PointerEffect] = []
    /// What parts of frames are shown as large as the frame; sorted, disjoint.
    public internal(set) var zooms: [Zoom] = []
    /// Where the camera is shown otherwise than an export says; sorted, disjoint.
    public internal(set) var cameraEffects: [CameraEffect] = []
    /// What makes audio louder or less loud, but for speeds that mute it.
    var ownAudioEffects: [AudioEffect] = []
    /// The part of the frame that is shown; nil: all of it.
    public internal(set) var crop: FrameRectangle?
    /// By how much the frame is turned.
    public internal(set) var rotation = QuarterTurn.none
    /// The captions that exports have, or nil if there are none.
    public internal(set) var captions: EditCaptions?

    /// The number of clips that an edit may have.
    public static let clipLimit = 100_000
    /// The number of effects, on frames and on audio each, and of marks that an edit may have.
    public static let effectLimit = 100_000

    /// A stretch of the recording that plays at a speed of its own.
    struct Pace: Hashable, Sendable {
        let ticks: Range<Int64>
        let speed: Speed
        var isMuted = false
    }

    /// The edit that keeps the whole of a recording.
    ///
    /// - Parameter duration: how long the recording is; its timescale becomes that of the edit.
    /// - Throws: ``EditError/emptyRecording`` when the duration is not above zero.
    public init(duration: MediaTime) throws(EditError) {
        guard duration > .zero else { throw .emptyRecording }
        self.duration = duration
        self.trimTicks = 0..<duration.value
        self.cutTicks = []
    }

    /// The timescale of the recording's clock, in ticks a second.
    public var timescale: Int32 { duration.timescale }
    /// What is kept but for the cuts; at first the whole recording.
    public var trim: TimeRange { range(trimTicks) }
    /// What is cut out: sorted, disjoint, merged where cuts touch. A cut may lie outside the trim.
    public var cuts: [TimeRange] { cutTicks.map(range) }

    func range(_ ticks: Range<Int64>) -> TimeRange {
        TimeRange(start: time(ticks.lowerBound), end: time(ticks.upperBound))
    }

    func time(_ tick: Int64) -> MediaTime {
        MediaTime(value: tick, timescale: timescale)
    }

    /// The same decisions on a recording that is no longer than `duration`, in the timescale of that.
    ///
    /// - Throws: ``EditError`` where nothing would be left of it.
    public func limited(to duration: MediaTime) throws(EditError) -> Edit {
        guard duration > .zero else { throw .emptyRecording }
        let length = min(self.duration.converted(to: duration.timescale, rounding: .up), duration)
        guard length != self.duration || length.timescale != timescale else { return self }
        let all = TimeRange(start: .zero, end: length)
        // What is shorter than a tick of the other clock is nothing there.
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

    /// Operations that make this edit of the whole recording.
    var operations: [EditOperation] { [.trim(trim)] + cuts.map { .cut($0) } + otherOperations }

    /// Those of them that are neither trims nor cuts.
    private var otherOperations: [EditOperation] {
        paces.map { .speed(range($0.ticks), $0.speed, mutesAudio: $0.isMuted) } + videoEffects.map { .video($0) }
            + titles.map { .title($0) } + zooms.map { .zoom($0) } + pointerEffects.map { .pointer($0) }
            + cameraEffects.map { .camera($0) } + marks.map { .mark($0) } + ownAudioEffects.map { .audio($0) }
            + [crop.map { .crop($0) }, rotation == .none ? nil : .rotate(rotation), captions.map { .captions($0) }]
            .compactMap(\.self)
    }
}

extension Edit {
    /// What makes audio louder or less loud, speeds that mute it included.
    public var audioEffects: [AudioEffect] {
        ownAudioEffects + paces.filter(\.isMuted).map { AudioEffect(.mute, range($0.ticks)) }
    }

    /// What is kept of the recording, the trim without the cuts: at least one range, sorted, disjoint, none
    /// of them empty. It takes time in proportion to the number of cuts.
    public var kept: [TimeRange] { keptTicks.map(range) }

    /// What is kept, each with its place in the edited time; a stretch of another speed is a clip of its own.
    public var clips: [Clip] {
        var start: Int64 = 0
        return pacedTicks.map { pace in
            let length = pace.speed.edited(Int64(pace.ticks.count))
            defer { start += length }
            return Clip(source: range(pace.ticks), start: time(start), duration: time(length), speed: pace.speed)
        }
    }

    /// How long the edited movie is: the sum of what is kept, each at its speed.
    public var editedDuration: MediaTime {
        time(pacedTicks.reduce(0) { $0 + $1.speed.edited(Int64($1.ticks.count)) })
    }

    /// What is kept, taken apart where the speed changes.
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

    /// Reads `{"duration": "900000/90000", "trim": [0, 900000], "cuts": [[90000, 180000]], "operations": [operation]}`,
    /// where the trim and the cuts are in ticks of the duration's timescale, and the operations, which may be left out, are
    /// all others. An edit that cannot be is corrupt data.
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

    /// Writes what ``init(from:)`` reads.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(duration, forKey: .duration)
        try container.encode(trimTicks, forKey: .trimTicks)
        try container.encode(cutTicks, forKey: .cutTicks)
        if !otherOperations.isEmpty { try container.encode(otherOperations, forKey: .operations) }
    }
}

extension Edit {
    /// Whether frames are shown otherwise than they were recorded, anywhere.
    public var altersFrames: Bool { frameEffectCount > 0 || crop != nil || rotation != .none }

    /// Those on frames.
    var frameEffectCount: Int {
        videoEffects.count + titles.count + zooms.count + cameraEffects.count + pointerEffects.count
    }

    /// Whether frames are shown as another edit shows them, whatever is kept of them.
    package func showsFrames(as other: Edit) -> Bool {
        videoEffects == other.videoEffects && titles == other.titles && zooms == other.zooms
            && pointerEffects == other.pointerEffects && cameraEffects == other.cameraEffects && crop == other.crop
            && rotation == other.rotation
    }
}
