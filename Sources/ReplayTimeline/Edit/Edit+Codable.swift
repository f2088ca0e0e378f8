internal import MediaTime

extension Edit: Codable {
    private enum CodingKeys: String, CodingKey {
        case duration
        case trimTicks = "trim"
        case cutTicks = "cuts"
    }

    /// Reads `{"duration": "900000/90000", "trim": [0, 900000], "cuts": [[90000, 180000]]}`, where the trim and
    /// the cuts are in ticks of the duration's timescale. Cuts may come in any order; an edit that cannot be is
    /// corrupt data.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let duration = try container.decode(MediaTime.self, forKey: .duration)
        let trim = try container.decode(Range<Int64>.self, forKey: .trimTicks)
        let cuts = try container.decode([Range<Int64>].self, forKey: .cutTicks)
        let recording = 0..<max(0, duration.value)
        guard (cuts + [trim]).allSatisfy({ !$0.isEmpty && recording.contains($0) }) else {
            throw DecodingError.dataCorruptedError(
                forKey: .cutTicks, in: container,
                debugDescription: "A range is empty or reaches outside the recording.")
        }
        do throws(EditError) {
            self = try Edit(duration: duration).deciding(trim: trim, cuts: cuts)
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
    }
}
