import Testing

@testable import FFmpeg

@Suite struct MappingScanTests {
    private func mappings(_ lines: [String]) -> [Range<UInt>] {
        var scan = MappingScan()
        return lines.compactMap { scan.take($0) }
    }

    private func entry(_ permissions: String, _ inode: String, _ path: String, anonymous: Int) -> [String] {
        [
            "7f0000001000-7f0000003000 \(permissions) 00001000 fd:00 \(inode)        \(path)",
            "Size:                  8 kB", "Rss:                   8 kB", "Anonymous:             \(anonymous) kB",
            "VmFlags: rd ex mr mw me",
        ]
    }

    @Test("Text and constants of files can be had again")
    func found() {
        let all = entry("r-xp", "47", "/usr/lib/libc.so.6", anonymous: 0) + entry("r--p", "47", "/a b", anonymous: 0)
        #expect(mappings(all) == [0x7f0000001000..<0x7f0000003000, 0x7f0000001000..<0x7f0000003000])
    }

    @Test(
        "What is the process's own, or may become so, cannot",
        arguments: [
            ("r--p", "47", "/usr/lib/libc.so.6", 4), ("rw-p", "47", "/usr/lib/libc.so.6", 0),
            ("rw-s", "47", "/dev/shm/screen", 0), ("r-xp", "0", "", 0), ("r-xp", "0", "[vdso]", 0),
            ("rwxp", "47", "/tmp/code", 0), ("---p", "47", "/usr/lib/libc.so.6", 0),
        ])
    func left(permissions: String, inode: String, path: String, anonymous: Int) {
        #expect(mappings(entry(permissions, inode, path, anonymous: anonymous)).isEmpty)
    }
}
