import MediaTime

/// What a file says of one of its streams, read by ffprobe.
public struct StreamFacts: Hashable, Sendable {
    /// The kind: `video`, `audio`, `subtitle` or `data`.
    public let kind: String
    /// The codec's name: `h264`, `aac`.
    public let codec: String
    /// Seconds a tick.
    public let timeBase: Rational
    /// When it starts, and how long it lasts, as the container says.
    public let start, duration: MediaTime?
    /// The number of frames that the container says it holds.
    public let frameCount: Int?
    /// The size of the frame in pixels; 0 for audio.
    public let width, height: Int
    /// Samples a second and channels; 0 for frames.
    public let sampleRate, channels: Int
    /// The mean number of frames per second, where there is one.
    public let averageRate: Rational?
    /// All that ffprobe says of it, as text by ffprobe's names: `pix_fmt`, `color_space`, `profile`.
    public let entries: [String: String]
    /// Its tags, such as `title` and `language`.
    public let tags: [String: String]
}

extension StreamFacts {
    init(entries: [String: String], tags: [String: String]) throws {
        guard let kind = entries["codec_type"], let timeBase = entries["time_base"].flatMap(Rational.init)
        else {
            throw ServerError("ffprobe gives no time base.")
        }
        func number(_ name: String) -> Int { entries[name].flatMap { Int($0) } ?? 0 }
        func time(_ name: String) -> MediaTime? {
            entries[name].flatMap { Int64($0) }.flatMap { MediaTime(ticks: $0, in: timeBase) }
        }
        self.init(
            kind: kind, codec: entries["codec_name"] ?? "", timeBase: timeBase, start: time("start_pts"),
            duration: time("duration_ts"), frameCount: entries["nb_frames"].flatMap { Int($0) },
            width: number("width"), height: number("height"), sampleRate: number("sample_rate"),
            channels: number("channels"), averageRate: entries["avg_frame_rate"].flatMap(Rational.init),
            entries: entries, tags: tags)
    }
}
