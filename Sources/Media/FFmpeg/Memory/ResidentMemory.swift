import Glibc
package import MediaTime

/// The resident memory of the process, kept small while it runs for hours.
///
/// All code pages are dropped from time to time (see `ResidentText`). Pages that are still needed come back from the
/// page cache and stay; pages that only start-up has used do not come back.
package struct ResidentMemory {
    private let limit: Int
    private let interval: Duration

    private var nextTry = HostTime(nanoseconds: 0)

    /// Creates the policy.
    /// - Parameters:
    ///   - limit: The resident size in bytes above which code pages are dropped.
    ///   - interval: The minimum time between two attempts, if the size stays above the limit.
    package init(limit: Int, interval: Duration = .seconds(30)) { (self.limit, self.interval) = (limit, interval) }

    /// Drops free heap memory and code pages, which frees the pages that only start-up has used.
    package static func settle() {
        Heap.trim()
        ResidentText.giveBack()
    }

    /// Drops code pages if the resident size is above the limit. Call it from time to time.
    package mutating func keepSmall(at now: HostTime = .now) {
        guard now >= nextTry, Self.residentBytes > limit else { return }
        nextTry = now + interval
        Self.settle()
    }

    /// The resident set size (VmRSS) in bytes, or 0 if it cannot be read.
    package static var residentBytes: Int {
        guard let file = fopen("/proc/self/statm", "re") else { return 0 }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return 0 }
        let words = line.prefix { $0 != 0 }.split(separator: CChar(UInt8(ascii: " ")))
        guard words.count > 1, let text = String(validating: words[1], as: UTF8.self), let pages = Int(text) else {
            return 0
        }
        return pages * Int(getpagesize())
    }
}
