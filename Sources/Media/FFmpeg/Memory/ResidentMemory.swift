import Glibc
package import MediaTime

/// What of the process stands in memory, kept small while it runs for hours.
///
/// What only start-up has used is given back as a whole (see `ResidentText`); what is needed on comes again
/// from the page cache, and stays.
package struct ResidentMemory {
    private let limit: Int
    private let interval: Duration

    private var nextTry = HostTime(nanoseconds: 0)

    /// - Parameters:
    ///   - limit: above so many bytes, text is given back.
    ///   - interval: between two tries, where the limit is not enough.
    package init(limit: Int, interval: Duration = .seconds(30)) { (self.limit, self.interval) = (limit, interval) }

    /// Gives back what only start-up has used.
    package static func settle() {
        Heap.trim()
        ResidentText.giveBack()
    }

    /// Gives text back where too much has come together; to be called now and then.
    package mutating func keepSmall(at now: HostTime = .now) {
        guard now >= nextTry, Self.residentBytes > limit else { return }
        nextTry = now + interval
        Self.settle()
    }

    /// What the kernel calls VmRSS; 0 where it does not say.
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
