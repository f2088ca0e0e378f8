import Glibc
import Logging

/// A log handler that formats each message as one line: time, level, text.
struct RecorderLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let writer: LogWriter

    /// The maximum length of a message, in Unicode scalars. The rest is cut off.
    private static let maxLength = 1_000

    init(_ writer: LogWriter, level: Logger.Level) {
        self.writer = writer
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        writer.append(Self.line("\(event.message)", level: event.level, at: Self.timestamp()))
    }

    /// Formats a message as one line, with spaces instead of control characters, which a terminal might obey.
    static func line(_ message: String, level: Logger.Level, at time: String) -> [UInt8] {
        let scalars = message.unicodeScalars.prefix(maxLength).map {
            $0.properties.generalCategory == .control ? " " : $0
        }
        let text = String(String.UnicodeScalarView(scalars))
        return Array("\(time) \(level.rawValue) \(text)\n".utf8)
    }

    /// Returns the current time in UTC in ISO 8601 format, with milliseconds.
    private static func timestamp() -> String {
        var (now, parts) = (timespec(), tm())
        clock_gettime(CLOCK_REALTIME, &now)
        gmtime_r(&now.tv_sec, &parts)
        func digits(_ number: Int, count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)].map { digits($0, count: 2) }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), count: 2) }
        return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "."
            + digits(now.tv_nsec / 1_000_000, count: 3) + "Z"
    }
}
