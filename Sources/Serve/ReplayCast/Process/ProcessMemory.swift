/// The memory that processes use, in bytes. Code and files that they map are not counted.
struct ProcessMemory {
    /// The private memory (`RssAnon`).
    private(set) var anonymous: Int64 = 0
    /// The shared memory (`RssShmem`). It contains the frames that a handler has mapped.
    private(set) var shared: Int64 = 0

    /// Adds the memory of a process, by `/proc/PID/status`. Adds nothing if the process has ended.
    mutating func add(process: Int32) { add(status: ProcessFile.contents("/proc/\(process)/status")) }

    /// Adds the memory that a status file tells.
    mutating func add(status: [UInt8]) {
        for line in status.split(separator: UInt8(ascii: "\n")) {
            let words = String(decoding: line, as: UTF8.self).split { " \t".contains($0) }
            guard words.count > 1, let kilobytes = Int64(words[1]) else { continue }
            if words[0] == "RssAnon:" { anonymous += kilobytes << 10 }
            if words[0] == "RssShmem:" { shared += kilobytes << 10 }
        }
    }

    /// Returns the memory that counts towards the limit.
    /// - Parameter frames: The size of all frame buffers, which do not count.
    func counted(withoutFrames frames: Int64) -> Int64 { anonymous + max(0, shared - frames) }
}
