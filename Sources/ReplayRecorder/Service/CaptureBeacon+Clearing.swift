import Glibc
import ReplayMovie

extension CaptureBeacon {
    /// Takes what killed recorders had said of themselves out of `capture.json`. Waits for nobody, makes no file, and leaves
    /// what it cannot change to the next one.
    /// - Parameter home: the library's; nil: the default.
    package static func removeDead(home: String? = nil) {
        guard let folder = try? RuntimeFolder.existing(holding: BeaconFile.fileName, home: home) else { return }
        try? BeaconFile(in: folder).removeDead()
    }

    /// When this process was started, in clock ticks since the boot; nil where the kernel does not say.
    static var startTime: Int64? {
        guard let folder = try? Directory.open("/proc/self"), let text = try? folder.contents(of: "stat"),
            // The name before it, in parentheses, may hold anything.
            let nameEnd = text.lastIndex(of: UInt8(ascii: ")"))
        else { return nil }
        let fields = text[nameEnd...].split(separator: UInt8(ascii: " "))
        return fields.count > startField ? Int64(String(decoding: fields[startField], as: UTF8.self)) : nil
    }

    /// The 22nd field of the line, whose second is the name.
    private static let startField = 20
}
