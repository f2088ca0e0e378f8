import MediaTime
import ReplayTimeline

/// An effect of an OpenTimelineIO clip. Replay supports `LinearTimeWarp.1`.
struct OTIOEffect: Codable, Sendable {
    var schema: OTIOSchema
    /// The name, without which OpenTimelineIO does not read an effect.
    var effectName: String?
    /// The speed factor of a time warp.
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

/// A marker, in the time of the item that contains it.
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

/// The media reference of a clip.
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

/// The metadata of programs in OpenTimelineIO, each under a key of its own.
package struct OTIOMetadata: Codable, Sendable {
    /// Replay's metadata.
    struct Replay: Codable, Sendable {
        /// The version of this metadata, on a timeline.
        var version: Int?
        /// The duration of the recording, on a timeline.
        var duration: MediaTime?
        /// All operations of the edit, including disabled ones, on a timeline.
        var operations: [Operation]?
        /// The exact range of the recording, on a clip with a speed. The clip's own range has the edited duration.
        var source: TimeRange?
        /// The exact speed, on a clip with a speed.
        var speed: String?

        private enum CodingKeys: String, CodingKey {
            case version, duration, source, speed
            case operations = "decisions"
        }
    }

    struct Operation: Codable, Sendable {
        var number: Int
        var enabled: Bool
        var operation: EditOperation
    }

    /// The current version of ``Replay``.
    static let version = 1

    var replay: Replay?
}
