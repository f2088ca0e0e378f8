import MediaTime

/// A JSON object of an OpenTimelineIO timeline. The schema determines which keys an item has.
/// Keys that Replay does not know are ignored.
///
/// https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html
package struct OTIOItem: Codable, Sendable {
    var schema: OTIOSchema
    package var name: String?
    /// The kind of a track: `Video` or `Audio`.
    package var kind: String?
    /// False if the item is not played.
    var enabled: Bool?
    /// The stack of a timeline.
    package var tracks: [OTIOItem] = []
    var children: [OTIOItem]?
    var sourceRange: OTIOTimeRange?
    var effects: [OTIOEffect]?
    var markers: [OTIOMarker]?
    /// The media references of a clip, by key. One of the keys is active.
    var references: [String: OTIOReference]?
    var activeReference: String?
    /// The media reference of a clip of version 1.
    var reference: OTIOReference?
    package var metadata: OTIOMetadata?

    package init(_ schema: OTIOSchema, name: String) { (self.schema, self.name) = (schema, name) }

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case name, kind, enabled, tracks, children, effects, markers, metadata
        case sourceRange = "source_range"
        case references = "media_references"
        case activeReference = "active_media_reference_key"
        case reference = "media_reference"
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        schema = try values.decode(OTIOSchema.self, forKey: .schema)
        name = try values.decodeIfPresent(String.self, forKey: .name)
        kind = try values.decodeIfPresent(String.self, forKey: .kind)
        enabled = try values.decodeIfPresent(Bool.self, forKey: .enabled)
        tracks = try values.decodeIfPresent(OTIOItem.self, forKey: .tracks).map { [$0] } ?? []
        children = try values.decodeIfPresent([OTIOItem].self, forKey: .children)
        sourceRange = try values.decodeIfPresent(OTIOTimeRange.self, forKey: .sourceRange)
        effects = try values.decodeIfPresent([OTIOEffect].self, forKey: .effects)
        markers = try values.decodeIfPresent([OTIOMarker].self, forKey: .markers)
        references = try values.decodeIfPresent([String: OTIOReference].self, forKey: .references)
        activeReference = try values.decodeIfPresent(String.self, forKey: .activeReference)
        reference = try values.decodeIfPresent(OTIOReference.self, forKey: .reference)
        metadata = try values.decodeIfPresent(OTIOMetadata.self, forKey: .metadata)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(schema, forKey: .schema)
        try values.encodeIfPresent(name, forKey: .name)
        try values.encodeIfPresent(kind, forKey: .kind)
        try values.encodeIfPresent(enabled, forKey: .enabled)
        try values.encodeIfPresent(tracks.first, forKey: .tracks)
        try values.encodeIfPresent(children, forKey: .children)
        try values.encodeIfPresent(sourceRange, forKey: .sourceRange)
        try values.encodeIfPresent(effects, forKey: .effects)
        try values.encodeIfPresent(markers, forKey: .markers)
        try values.encodeIfPresent(references, forKey: .references)
        try values.encodeIfPresent(activeReference, forKey: .activeReference)
        try values.encodeIfPresent(metadata ?? OTIOMetadata(), forKey: .metadata)
    }
}
