import MediaTime
import ReplayTimeline

/// What OpenTimelineIO does to a clip: Replay knows `LinearTimeWarp.1` of them.
struct OTIOEffect: Codable, Sendable {
    var schema: OTIOSchema
    /// OpenTimelineIO does not read an effect without one.
    var effectName: String?
    /// How many times as fast a clip plays, of a time warp.
    var scalar: Double?

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case effectName = "effect_name"
        case scalar = "time_scalar"
    }

    init(timeWarp speed: Speed) {
        (schema, effectName) = (.timeWarp, OTIOSchema.timeWarp.name)
        scalar = Double(speed.factor.numerator) / Double(speed.factor.denominator)
    }
}

/// A place that somebody marked, in the time of what it is on.
struct OTIOMarker: Codable, Sendable {
    var schema = OTIOSchema.marker
    var name: String?
    var range: OTIOTimeRange?
    var metadata: OTIOMetadata?

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case name, metadata
        case range = "marked_range"
    }

    init(_ name: String, at time: MediaTime) {
        self.name = name
        range = OTIOTimeRange(start: time, duration: MediaTime(value: 0, timescale: time.timescale))
        metadata = OTIOMetadata(replay: OTIOMetadata.Replay())
    }
}

/// Where a clip's media is.
struct OTIOReference: Codable, Sendable {
    var schema: OTIOSchema
    var name: String?
    var url: String?
    var availableRange: OTIOTimeRange?

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case name
        case url = "target_url"
        case availableRange = "available_range"
    }

    init(_ media: InterchangeContent.Media, duration: MediaTime) {
        schema = .external
        (name, url) = (media.fileName, media.url)
        availableRange = OTIOTimeRange(start: MediaTime(value: 0, timescale: duration.timescale), duration: duration)
    }
}

/// What programs add to OpenTimelineIO, each under a name of its own.
package struct OTIOMetadata: Codable, Sendable {
    /// Replay's.
    struct Replay: Codable, Sendable {
        /// Of a timeline: that of what stands here.
        var version: Int?
        /// Of a timeline: how long the recording is.
        var duration: MediaTime?
        /// Of a timeline: all decisions, those that are turned off too.
        var decisions: [Decision]?
        /// Of a clip: its stretch of the recording, which lies in the clip's own range where that has a speed.
        var source: TimeRange?
        /// Of a clip: its speed, exactly.
        var speed: String?
    }

    struct Decision: Codable, Sendable {
        var number: Int
        var enabled: Bool
        var operation: EditOperation
    }

    /// The version of ``Replay``.
    static let version = 1

    var replay: Replay?
}
