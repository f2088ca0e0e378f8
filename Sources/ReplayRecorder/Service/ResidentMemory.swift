import CLinux
import Glibc

/// What of the process stands in memory, kept small while it runs for hours.
///
/// Most of what is resident at first is text of some 150 libraries that only start-up has used: the loader, the
/// negotiation with the servers, the writing of facts. The kernel counts it as long as nothing else wants the space.
/// It is given back as a whole; what the recording does need comes again from the page cache, at the cost of some
/// hundred minor faults, and stays.
struct ResidentMemory {
    /// Above this, text is given back. The promise is 64 MB.
    private static let limit = 60 << 20
    /// A recording that needs more than the limit is left alone for so long between two tries.
    private static let interval: Int64 = 30_000_000_000

    private var nextTry = HostTime(nanoseconds: 0)

    /// To be called before anything is allocated.
    ///
    /// Coded pictures of some 100 KB come and go between threads: given back to the system one by one, they do not
    /// pile up in the heaps of the threads. Huge pages would round each plane of a picture up to 2 MB.
    static func configure() {
        mallopt(M_MMAP_THRESHOLD, 64 << 10)
        mallopt(M_ARENA_MAX, 2)
        _ = replay_disable_huge_pages()
    }

    /// Gives back what only start-up has used.
    static func settle() {
        malloc_trim(0)
        giveBackText()
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

    /// Lets go of the pages of all mappings of files that cannot be written and never were: no page of them is the
    /// process's own, so each can be had from its file again, by whatever thread needs it at the time.
    private static func giveBackText() {
        guard let file = fopen("/proc/self/smaps", "re") else { return }
        defer { fclose(file) }
        var scan = MappingScan()
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, file) > 0 {
            guard let line, let mapping = scan.take(String(cString: line)) else { continue }
            madvise(UnsafeMutableRawPointer(bitPattern: mapping.lowerBound), mapping.count, MADV_DONTNEED)
        }
    }
}
