import MediaTime

/// The facts of a file's stream, as ffprobe reports them.
public struct StreamFacts: Hashable, Sendable {
    /// The kind: `video`, `audio`, `subtitle` or `data`.
    public let kind: String
    /// The codec's name, such as `h264` or `aac`.
    public let codec: String
    /// The duration of a tick, in seconds.
    public let timeBase: Rational
    /// The start and the duration of the stream, according to the container.
    public let start, duration: MediaTime?
    /// The number of frames, according to the container.
    public let frameCount: Int?
    /// The size of the frame in pixels; 0 for audio.
    public let width, height: Int
    /// The sample rate in hertz and the number of channels; 0 for video.
    public let sampleRate, channels: Int
    /// The mean number of frames per second, or nil if there is none.
    public let averageRate: Rational?
    /// All entries of ffprobe for the stream, as text, by their names: `pix_fmt`, `color_space`, `profile`.
    public let entries: [String: String]
    /// The tags, such as `title` and `language`.
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
