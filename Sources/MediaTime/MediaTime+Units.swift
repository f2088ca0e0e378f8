extension MediaTime {
    /// A whole number of seconds, at most `limit` either way.
    public static func seconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1) }

    /// A whole number of milliseconds.
    public static func milliseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1000) }
}
