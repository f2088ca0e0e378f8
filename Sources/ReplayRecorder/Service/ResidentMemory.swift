import FFmpeg
import Glibc
import MediaTime

/// What of the process stands in memory, kept small while it runs for hours.
///
/// What only start-up has used is given back as a whole (see `ResidentText`); what the recording does need comes again
/// from the page cache, and stays.
struct ResidentMemory {
    /// Above this, text is given back. The promise is 64 MB.
    private static let limit = 60 << 20
    /// A recording that needs more than the limit is left alone for so long between two tries.
    private static let interval = Duration.seconds(30)

    private var nextTry = HostTime(nanoseconds: 0)

    /// Gives back what only start-up has used.
    static func settle() {
        Heap.trim()
        ResidentText.giveBack()
    }

    /// Gives text back where too much has come together; to be called now and then.
    mutating func keepSmall(at now: HostTime = .now) {
        guard now >= nextTry, Self.residentBytes > Self.limit else { return }
        nextTry = now + Self.interval
        Self.settle()
    }

    /// What the kernel calls VmRSS; 0 where it does not say.
    static var residentBytes: Int {
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
