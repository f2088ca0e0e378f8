import MediaTime

/// Anything that a timeline of OpenTimelineIO is made of, as its JSON has it. Which of the keys an item has is told by its
/// schema; a key that Replay does not know is passed over.
///
/// https://opentimelineio.readthedocs.io/en/stable/tutorials/otio-serialized-schema.html
package struct OTIOItem: Codable, Sendable {
    var schema: OTIOSchema
    package var name: String?
    /// Of a track: `Video`, `Audio`.
    package var kind: String?
    /// What is not enabled is not played.
    var enabled: Bool?
    /// Of a timeline: its stack.
    package var tracks: [OTIOItem] = []
    var children: [OTIOItem]?
    var sourceRange: OTIOTimeRange?
    var effects: [OTIOEffect]?
    var markers: [OTIOMarker]?
    /// Of a clip, by names of which one is active.
    var references: [String: OTIOReference]?
    var activeReference: String?
    /// Of a clip of version 1.
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
