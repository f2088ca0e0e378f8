import MediaTime

/// The resource limits of a job. A job that exceeds them is ended and has failed.
public struct JobLimits: Codable, Hashable, Sendable {
    /// The maximum anonymous memory of the process, in bytes. File mappings do not count.
    public var memory: Int64 = 4 << 30
    /// The maximum elapsed (wall-clock) time, in seconds.
    public var seconds: Int64 = 6 * 3600

    /// Creates the default limits: 4 GiB and six hours.
    public init() {}
}

extension JobLimits {
    /// Reads `memory`, such as `"512 MiB"`, and `time`, such as `"90s"` or `"1:30:00"`.
    init(_ object: JobObject) throws(JobFileError) {
        if let text = try object.string("memory") {
            guard let bytes = Self.bytes(text), (64 << 20...1 << 50).contains(bytes) else {
                throw object.error(
                    "“memory” must be a size of at least 64 MiB, such as \"512 MiB\" or \"2 GiB\"", at: "memory")
            }
            memory = bytes
        }
        if let length = try Self.length("time", in: object) {
            seconds = length.converted(to: 1, rounding: .up).value
            guard (1...30 * 86_400).contains(seconds) else {
                throw object.error("“time” must be between 1 s and 30 days", at: "time")
            }
        }
    }

    /// Reads a duration: a number of seconds, or a text.
    static func length(_ key: String, in object: JobObject) throws(JobFileError) -> MediaTime? {
        guard let value = object.value(key) else { return nil }
        let text: String
        switch value.content {
        case .number(let number): text = "\(number)"
        case .string(let string): text = string
        default: text = ""
        }
        // Only asks whether the text is a time. The error below says what is expected.
        guard case .time(let time)? = try? TimePosition(parsing: text), time > .zero else {
            throw object.error("“\(key)” must be a duration, such as \"90s\" or \"1:30:00\"", at: key)
        }
        return time
    }

    private static func bytes(_ text: String) -> Int64? {
        let units: [(String, Int64)] = [
            ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1000), ("MB", 1_000_000),
            ("GB", 1_000_000_000),
        ]
        guard let (unit, size) = units.first(where: { text.hasSuffix($0.0) }),
            let count = Int64(text.dropLast(unit.count).filter { $0 != " " })
        else { return nil }
        let (bytes, isTooLarge) = count.multipliedReportingOverflow(by: size)
        return isTooLarge ? nil : bytes
    }
}
