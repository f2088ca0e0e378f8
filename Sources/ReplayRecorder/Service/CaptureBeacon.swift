import FoundationEssentials
import Glibc
import ReplayMovie

/// Tells other programs that a capture is going on: `$XDG_RUNTIME_DIR/replay/capture.json`, or in the library's home
/// where there is no such folder. It is written anew at each change and never names what is seen.
struct CaptureBeacon {
    static let fileName = "capture.json"
    private static let lockName = "capture.lock"

    struct Contents: Codable {
        /// Whether anything is captured, on any display.
        var isCaptured = false
        var recordings: [Entry] = []
    }

    struct Entry: Codable {
        var id: RecordingID
        var pid: pid_t
        var state: RecordingMachine.State
        var isMuted: Bool
        var isCovered: Bool
    }

    private let folder: Directory

    /// - Parameter home: the library's.
    init(home: String) throws(FileSystemError) {
        let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? ""
        folder = try Directory.create(runtime.isEmpty ? home : runtime + "/replay")
    }

    /// Writes down how a recording stands, in place of what was said of it before.
    func show(_ entry: Entry) throws { try update(removing: entry.id, adding: [entry]) }

    /// Takes a recording out that has ended.
    func remove(_ id: RecordingID) throws { try update(removing: id, adding: []) }

    /// Several recorders share the file; what a killed one said of itself is taken out by the next.
    private func update(removing id: RecordingID, adding entries: [Entry]) throws {
        let lock = try folder.openFile(Self.lockName, flags: O_RDWR | O_CREAT)
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        let others = read().recordings.filter { $0.id != id && Self.isAlive($0.pid) }
        let recordings = (others + entries).sorted { $0.id < $1.id }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let contents = Contents(isCaptured: !recordings.isEmpty, recordings: recordings)
        // Of no use after a power cut, and nothing to wait for a disk for.
        try folder.replace(
            Self.fileName, with: [UInt8](encoder.encode(contents)) + [UInt8(ascii: "\n")], isDurable: false)
    }

    private func read() -> Contents {
        guard let bytes = try? folder.contents(of: Self.fileName) else { return Contents() }
        return (try? JSONDecoder().decode(Contents.self, from: Data(bytes))) ?? Contents()
    }

    private static func isAlive(_ pid: pid_t) -> Bool { kill(pid, 0) == 0 || errno == EPERM }
}
