import MediaTime
import ReplayTimeline

/// The type and version of an OpenTimelineIO object, such as `Clip.2`.
package struct OTIOSchema: Codable, Hashable, Sendable {
    let name: String
    let version: Int

    static let timeline = OTIOSchema(name: "Timeline", version: 1)
    static let stack = OTIOSchema(name: "Stack", version: 1)
    static let track = OTIOSchema(name: "Track", version: 1)
    static let clip = OTIOSchema(name: "Clip", version: 2)
    static let gap = OTIOSchema(name: "Gap", version: 1)
    static let transition = OTIOSchema(name: "Transition", version: 1)
    static let marker = OTIOSchema(name: "Marker", version: 2)
    static let timeWarp = OTIOSchema(name: "LinearTimeWarp", version: 1)
    static let freezeFrame = OTIOSchema(name: "FreezeFrame", version: 1)
    static let external = OTIOSchema(name: "ExternalReference", version: 1)
    static let missing = OTIOSchema(name: "MissingReference", version: 1)
    static let timeRange = OTIOSchema(name: "TimeRange", version: 1)
    static let rationalTime = OTIOSchema(name: "RationalTime", version: 1)

    /// The schemas that Replay reads, each in its newest supported version.
    private static let known = [
        timeline, stack, track, clip, gap, transition, timeWarp, freezeFrame, external, missing,
    ]

    init(name: String, version: Int) { (self.name, self.version) = (name, version) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, let version = Int(parts[1]), !parts[0].isEmpty, text.utf8.count <= 100 else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text.prefix(100))” is not a schema such as Clip.2.")
        }
        self.init(name: String(parts[0]), version: version)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("\(name).\(version)")
    }

    /// Returns true if the schema has the same name, in any version.
    func isA(_ other: OTIOSchema) -> Bool { name == other.name }

    /// Checks that Replay supports this version of the schema.
    ///
    /// - Throws: ``InterchangeError`` if Replay knows the schema but only an earlier version.
    func check() throws(InterchangeError) {
        guard let known = Self.known.first(where: isA), version > known.version else { return }
        throw InterchangeError(
            .otio, reason: "“\(name).\(version)” is newer than “\(name).\(known.version)”, which Replay reads")
    }
}
