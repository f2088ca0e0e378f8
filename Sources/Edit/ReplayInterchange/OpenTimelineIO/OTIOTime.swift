import MediaTime

/// An OpenTimelineIO time: `value` units at `rate` units per second.
struct OTIOTime: Codable, Sendable {
    let value: Double
    let rate: Double

    /// Creates a time in ticks. A `Double` holds them exactly up to 2^53.
    init(_ time: MediaTime) { (value, rate) = (Double(time.value), Double(time.timescale)) }

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case value, rate
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        value = try values.decode(Double.self, forKey: .value)
        rate = try values.decode(Double.self, forKey: .rate)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(OTIOSchema.rationalTime, forKey: .schema)
        try values.encode(value, forKey: .value)
        try values.encode(rate, forKey: .rate)
    }

    /// Returns the time, rounded to the nearest tick.
    func time(in timescale: Int32) throws(InterchangeError) -> MediaTime {
        guard let time = MediaTime(interchangeValue: value, rate: rate, timescale: timescale) else {
            throw InterchangeError(.otio, reason: "\(value) at \(rate) per second is not a valid time")
        }
        return time
    }
}

/// An OpenTimelineIO time range.
struct OTIOTimeRange: Codable, Sendable {
    let start: OTIOTime
    let duration: OTIOTime

    init(start: MediaTime, duration: MediaTime) {
        (self.start, self.duration) = (OTIOTime(start), OTIOTime(duration))
    }

    private enum CodingKeys: String, CodingKey {
        case schema = "OTIO_SCHEMA"
        case start = "start_time"
        case duration
    }

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        start = try values.decode(OTIOTime.self, forKey: .start)
        duration = try values.decode(OTIOTime.self, forKey: .duration)
    }

    func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(OTIOSchema.timeRange, forKey: .schema)
        try values.encode(start, forKey: .start)
        try values.encode(duration, forKey: .duration)
    }
}
