import Glibc

/// The code of the process that stands in memory. With FFmpeg come some 190 libraries, and most of what is resident of
/// them at first only start-up has used: the loader, the negotiation with servers, the reading of headers.
package enum ResidentText {
    /// Lets go of the pages of all mappings of files that cannot be written and never were: no page of them is the
    /// process's own, so each can be had from its file again, by whatever thread needs it at the time, at the cost of
    /// some hundred minor faults. The kernel would count them as long as nobody else wants the space.
    package static func giveBack() {
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
