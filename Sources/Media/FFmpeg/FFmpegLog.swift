internal import CFFmpeg
import Glibc
import Synchronization

/// A log handler that keeps FFmpeg's messages off standard error and stores the last error lines, so that errors can quote them.
package enum FFmpegLog {
    private struct Line {
        let thread: pthread_t
        let text: String
    }

    /// The lines since the last error, in order.
    private static let lines = Mutex<[Line]>([])
    private static let maxLines = 8

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
        lines.withLock { lines in
            if lines.count == maxLines { lines.removeFirst() }
            lines.append(Line(thread: pthread_self(), text: line))
        }
    }

    /// Returns the last error lines that FFmpeg logged on the calling thread, and removes them.
    static func takeLines() -> [String] {
        lines.withLock { lines in
            let isOurs = { (line: Line) in pthread_equal(line.thread, pthread_self()) != 0 }
            defer { lines.removeAll(where: isOurs) }
            return lines.filter(isOurs).map(\.text)
        }
    }
}
