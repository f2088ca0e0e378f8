import AudioSources
import FoundationEssentials
import MediaTime
import ReplayComposition
import ReplayEditor
import ReplayLibrary
import ReplayTimeline

/// A summary of a recording for the page; see docs/PREVIEW.md.
struct RecordingSummary: Encodable, Sendable {
    let id: RecordingID
    let name: String
    /// The date, or nil if the recording cannot be opened.
    let createdAt: Date?
    let seconds: Double
    let bytes: Int64
    let state: Recording.State
    let isImported: Bool
    let isEdited: Bool
    /// The problem with the recording, as a sentence, or nil.
    var problem: String?

    /// Creates the summary of a recording that cannot be opened.
    init(_ recording: UnreadableRecording) {
        (id, name) = (recording.id, recording.id.description)
        createdAt = nil
        (seconds, bytes) = (0, 0)
        state = .damaged
        (isImported, isEdited) = (false, false)
        problem = recording.reason
    }

    /// Creates the summary of a recording.
    /// - Parameter duration: The duration of a recording in progress, or nil to use the stored one.
    init(_ recording: Recording, duration: MediaTime? = nil) {
        let facts = recording.facts
        id = recording.id
        name = recording.displayName
        createdAt = facts.createdAt
        seconds = (duration ?? facts.ending?.duration)?.seconds ?? 0
        bytes = recording.movieSize()
        state = recording.state()
        isImported = facts.origin == .imported
        isEdited = recording.isEdited
        problem = facts.damage ?? (state == .recording ? nil : facts.ending?.message)
    }
}

/// A recording with everything that its view shows.
struct RecordingDescription: Encodable, Sendable {
    /// The video for playback.
    struct Video: Encodable, Sendable {
        /// The codec as in RFC 6381.
        let codec: String
        let width: Int
        let height: Int
        /// The fraction of the proxy that exists, in 0...1. Below 1 until the proxy is complete.
        let progress: Double
        /// An identifier that changes if a player needs another initialization segment.
        let media: String

        private enum CodingKeys: CodingKey { case codec, width, height, progress }

        init(_ player: PlaybackVideo, of session: EditSession) {
            codec = player.codec
            (width, height) = player.size
            let most = session.recording.hasProxy ? 1 : 0.99
            progress = min(most, Double(player.end) / Double(max(1, session.frameTimes.last ?? 1)))
            // The hash function is FNV-1a.
            let hash = player.initialization.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
                ($0 ^ UInt64($1)) &* 0x100_0000_01b3
            }
            media = String(hash, radix: 16)
        }
    }

    /// The audio for playback.
    struct Audio: Encodable, Sendable {
        let codec: String
        let sampleRate: Int32
    }

    /// A track whose waveform can be shown.
    struct Track: Encodable, Sendable {
        let title: String
        /// The word for the audio source, or nil if the recorder did not make the track.
        let source: String?

        init(title: String) {
            self.title = title
            source = AudioSource(trackTitle: title)?.word
        }
    }

    /// A mark.
    struct Mark: Encodable, Sendable {
        let time: Int64
        let name: String
    }

    /// A range in which something was not recorded.
    struct Range: Encodable, Sendable {
        let kind: String
        let start: Int64
        let end: Int64
    }

    /// A built-in style. Lengths are percentages of the frame's shorter side.
    struct StyleChoice: Encodable, Sendable {
        let name: String
        let summary: String
        let padding: Double
        let radius: Double
        let shadow: Double

        init(_ preset: StylePreset) {
            let style = preset.style
            (name, summary) = (preset.name, preset.summary)
            (padding, radius, shadow) = (style.padding.percent, style.radius.percent, style.shadow.percent)
        }
    }

    /// An instant at which something happened.
    struct Point: Encodable, Sendable {
        let kind: RecordingEvent.Kind
        let time: Int64
        let text: String?
    }

    var summary: RecordingSummary
    let timescale: Int32
    let duration: Int64
    let width: Int
    let height: Int
    let video: Video?
    let audio: Audio?
    var tracks: [Track]
    var marks: [Mark]
    var ranges: [Range]
    var points: [Point]
    var edit: EditDescription
    /// The built-in styles.
    let styles = StylePreset.builtIn.map(StyleChoice.init)

    private enum CodingKeys: CodingKey {
        case timescale, duration, width, height, video, audio, tracks, marks, ranges, points, edit, styles
    }

    /// Encodes the summary's members next to the others.
    func encode(to encoder: any Encoder) throws {
        try summary.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(timescale, forKey: .timescale)
        try container.encode(duration, forKey: .duration)
        try container.encode(width, forKey: .width)
        try container.encode(height, forKey: .height)
        try container.encode(video, forKey: .video)
        try container.encode(audio, forKey: .audio)
        try container.encode(tracks, forKey: .tracks)
        try container.encode(marks, forKey: .marks)
        try container.encode(ranges, forKey: .ranges)
        try container.encode(points, forKey: .points)
        try container.encode(edit, forKey: .edit)
        try container.encode(styles, forKey: .styles)
    }
}

/// An edit in the form for the page. Times are ticks, and ranges are `[start, end]`.
struct EditDescription: Encodable, Sendable {
    let revision: String
    var trim: [Int64]
    var cuts: [[Int64]]
    /// The clips: start and end in the recording, start and duration in the edit.
    let clips: [[Int64]]
    let duration: Int64
    /// The number of frames to play.
    let frames: Int
    var canUndo: Bool
    var canRedo: Bool
    /// The value of `RecordingDescription.Video.media`.
    let media: String?
    /// The marks of the edit, in addition to those of the recording.
    var marks: [RecordingDescription.Mark]
    /// The operations, in the form that a user types.
    var operations: [Operation]
    /// The frame to which rectangles refer.
    let frame: Frame
    /// For viewers, who do not get the operations: the revision. A change of it makes buffered frames invalid.
    var shownRevision: String?
    var warning: String?

    /// The recording's frame, as displayed without the edit.
    struct Frame: Encodable, Sendable {
        let width: Int
        let height: Int
        /// True if the edit crops or rotates the frame.
        let isReshaped: Bool
        /// The frame on its background, or nil if the edit has no style.
        let style: Style?
        /// The ranges in which the screen has another place because of the camera, or nil if there are none.
        let placements: [Placement]?
    }

    /// The place of the screen in a range of the recording.
    struct Placement: Encodable, Sendable {
        /// The start and the end, in ticks of the recording.
        let range: [Int64]
        let style: Style
    }

    /// The place of the screen on a styled frame, in pixels of that frame.
    struct Style: Encodable, Sendable {
        /// The size of the styled frame.
        let width: Int
        let height: Int
        /// The x, y, width and height of the screen.
        let screen: [Int]

        init(_ layout: StyleLayout) {
            (width, height) = (layout.canvas.width, layout.canvas.height)
            screen = [layout.screen.x, layout.screen.y, layout.screen.width, layout.screen.height]
        }
    }

    /// An operation with its number.
    struct Operation: Encodable, Sendable {
        let number: Int
        let text: String
        let isEnabled: Bool
        /// True if a later operation of the same kind replaces it.
        let isReplaced: Bool
        /// The ranges. Empty if the operation applies to the whole recording.
        let ranges: [[Int64]]
        /// The x, y, width and height in pixels of `Frame`.
        let rectangle: [Int]?
        /// The x and y of each point, in the same pixels.
        let points: [[Int]]
        /// The word for the audio source, or nil for all tracks.
        let track: String?
        /// The gain in decibels.
        let gain: Double?

        init(_ numbered: NumberedOperation, isReplaced: Bool, timescale: Int32) {
            (number, isEnabled, text) = (numbered.number, numbered.isEnabled, numbered.operation.text)
            self.isReplaced = isReplaced
            ranges = numbered.operation.ranges.map { $0.converted(to: timescale, rounding: .nearest).ticks }
            rectangle = numbered.operation.rectangle.map { [$0.x, $0.y, $0.width, $0.height] }
            points = numbered.operation.points.map { [$0.x, $0.y] }
            (track, gain) = Self.audio(of: numbered.operation)
        }

        private static func audio(of operation: EditOperation) -> (track: String?, gain: Double?) {
            guard case .audio(let effect) = operation else { return (nil, nil) }
            guard case .gain(let gain) = effect.kind else { return (effect.track?.word, nil) }
            return (effect.track?.word, gain.decibels)
        }

        private enum CodingKeys: CodingKey {
            case number, text, isEnabled, isReplaced, ranges, rectangle, points, track, gain
        }

        /// Encodes nil values as null, because the page distinguishes null from a missing value.
        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(number, forKey: .number)
            try values.encode(text, forKey: .text)
            try values.encode(isEnabled, forKey: .isEnabled)
            try values.encode(isReplaced, forKey: .isReplaced)
            try values.encode(ranges, forKey: .ranges)
            try values.encode(rectangle, forKey: .rectangle)
            try values.encode(points, forKey: .points)
            try values.encode(track, forKey: .track)
            try values.encode(gain, forKey: .gain)
        }
    }

    private static func placements(of session: EditSession) -> [Placement]? {
        let layouts = Composition.screenLayouts(of: session)
        guard !layouts.isEmpty else { return nil }
        return layouts.map { Placement(range: [$0.range.lowerBound, $0.range.upperBound], style: Style($0.layout)) }
    }

    init(_ session: EditSession, revision: String, frames: Int, media: String?) {
        let history = session.history
        frame = Frame(
            width: session.frameSize.width, height: session.frameSize.height,
            isReshaped: history.edit.crop != nil || history.edit.rotation != .none,
            style: Composition.layout(of: session).map(Style.init), placements: Self.placements(of: session))
        self.media = media
        let edit = history.edit
        let replaced = history.numberedOperations.replacedNumbers
        operations = history.numberedOperations.map {
            Operation($0, isReplaced: replaced.contains($0.number), timescale: edit.timescale)
        }
        self.revision = revision
        marks = edit.marks.map { RecordingDescription.Mark(time: $0.time.value, name: $0.name?.text ?? "") }
        trim = edit.trim.ticks
        cuts = edit.cuts.map(\.ticks)
        clips = edit.clips.map { $0.source.ticks + [$0.start.value, $0.duration.value] }
        duration = edit.editedDuration.value
        self.frames = frames
        canUndo = history.canUndo
        canRedo = history.canRedo
        warning = session.warning
    }
}

/// The events of a recording in the form for its timeline. A pure value.
struct RecordingHistory {
    private(set) var marks: [RecordingDescription.Mark] = []
    private(set) var ranges: [RecordingDescription.Range] = []
    private(set) var points: [RecordingDescription.Point] = []

    private static let ends: [RecordingEvent.Kind: RecordingEvent.Kind] = [.uncovered: .covered, .unmuted: .muted]

    /// Converts events.
    /// - Parameters:
    ///   - timescale: The timescale of the resulting times.
    ///   - duration: The end of ranges that have not ended.
    init(_ events: [RecordingEvent], timescale: Int32, duration: Int64) {
        var open: [RecordingEvent.Kind: Int64] = [:]
        for event in events {
            let time = min(max(0, event.time.converted(to: timescale, rounding: .nearest).value), duration)
            switch event.kind {
            case .mark: marks.append(.init(time: time, name: event.detail ?? ""))
            case .covered, .muted: open[event.kind] = time
            case .uncovered, .unmuted:
                guard let kind = Self.ends[event.kind], let start = open.removeValue(forKey: kind) else { continue }
                ranges.append(.init(kind: kind.rawValue, start: start, end: time))
            case .started, .stopped, .resumed, .writing: continue
            default: points.append(.init(kind: event.kind, time: time, text: event.detail))
            }
        }
        ranges += open.map { .init(kind: $0.key.rawValue, start: $0.value, end: duration) }
        marks.sort { $0.time < $1.time }
    }
}

extension TimeRange {
    fileprivate var ticks: [Int64] { [start.value, end.value] }
}

extension MediaTime {
    /// The time in seconds, for display and estimates.
    var seconds: Double { Double(value) / Double(timescale) }
}
