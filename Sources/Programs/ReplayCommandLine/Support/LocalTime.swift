package import FoundationEssentials
import Glibc

/// A date for people, in the local time zone, to the second or to the minute.
package enum LocalTime {
    /// Returns a date such as `2026-11-27 22:50`.
    package static func minutes(_ date: Date) -> String { text(of: date, format: "%Y-%m-%d %H:%M") }

    /// Returns a date such as `2026-11-27 22:50:11 +0100`.
    package static func seconds(_ date: Date) -> String { text(of: date, format: "%Y-%m-%d %H:%M:%S %z") }

    private static func text(of date: Date, format: String) -> String {
        guard var time = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return "" }
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return "" }
        var bytes = [CChar](repeating: 0, count: 64)
        let count = strftime(&bytes, bytes.count, format, &parts)
        return String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
