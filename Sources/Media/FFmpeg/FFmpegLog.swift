internal import CFFmpeg
import Glibc
import Synchronization

/// A log handler that keeps FFmpeg's messages off standard error and stores the last error line, so that errors can quote it.
package enum FFmpegLog {
    private struct Line {
        let thread: pthread_t
        let text: String
    }

    private static let lastLine = Mutex<Line?>(nil)

    /// Installs the log handler once per process. Every function of this module that opens something calls it.
    package static func install() { _ = installed }

    private static let installed: Void = av_log_set_callback { context, level, format, arguments in
        guard level <= AV_LOG_ERROR, let format, let arguments else { return }
        FFmpegLog.record(context, level: level, format: format, arguments: arguments)
    }

    private static func record(
        _ context: UnsafeMutableRawPointer?, level: CInt, format: UnsafePointer<CChar>,
        arguments: CVaListPointer
    ) {
        let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer -> String in
            guard let base = buffer.baseAddress, vsnprintf(base, buffer.count, format, arguments) >= 0 else {
                return ""
            }
            return String(cString: base)
        }
        let line = text.split(separator: "\n").first.map(String.init) ?? ""
        guard !line.isEmpty else { return }
        lastLine.withLock { $0 = Line(thread: pthread_self(), text: line) }
    }

    /// Returns the last error line that FFmpeg logged on the calling thread, and removes it.
    static func takeLastLine() -> String? {
        lastLine.withLock { line in
            guard let found = line, pthread_equal(found.thread, pthread_self()) != 0 else { return nil }
            line = nil
            return found.text
        }
    }
}
