import Foundation
import ReplayTestSupport

/// A camera made of ffmpeg, which writes live frames as MPEG-TS into a pipe.
final class CameraFeed {
    private let process: ChildProcess

    init(to pipe: String, size: String) throws {
        process = try ChildProcess(
            ["ffmpeg", "-v", "quiet", "-nostdin", "-y", "-re", "-f", "lavfi", "-i", "testsrc2=size=\(size):rate=30"]
                + ["-c:v", "mpeg2video", "-q:v", "4", "-g", "5", "-f", "mpegts", pipe])
    }

    func stop() { process.kill() }

    deinit { stop() }
}
