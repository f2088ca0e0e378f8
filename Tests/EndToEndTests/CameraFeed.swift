import Foundation

/// A camera made of ffmpeg: live frames as MPEG-TS, written into a pipe.
final class CameraFeed {
    private let process = Process()

    init(to pipe: String, size: String) throws {
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["ffmpeg", "-v", "quiet", "-nostdin", "-y", "-re", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30"]
            + ["-c:v", "mpeg2video", "-q:v", "4", "-g", "5", "-f", "mpegts", pipe]
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit { stop() }
}
