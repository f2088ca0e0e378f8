internal import CFFmpeg
import Descriptors
package import ReplayErrors
import SystemPackage

/// A call into FFmpeg that failed: what was tried, on what, and why.
///
/// "Again" and end of file are results, not errors, and never come as an `FFmpegError`.
package struct FFmpegError: CategorizedError {
    /// FFmpeg's error number (`AVERROR`), or one made from an `errno`.
    package struct Code: RawRepresentable, Hashable, Error {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// The code of a failed system call.
        package init(errno: Int32) { rawValue = replay_error(errno) }

        /// As above, of what a call of swift-system has thrown.
        init(thrown error: any Error) { self.init(errno: Errno(thrown: error).rawValue) }

        package static let invalidData = Code(rawValue: replay_error_invalid_data)
        package static let decoderNotFound = Code(rawValue: replay_error_decoder_not_found)
        package static let demuxerNotFound = Code(rawValue: replay_error_demuxer_not_found)
        package static let encoderNotFound = Code(rawValue: replay_error_encoder_not_found)
        /// The input holds no stream of the wanted kind.
        package static let streamNotFound = Code(rawValue: replay_error_stream_not_found)
        /// It was told to end: see `Interruption`.
        package static let interrupted = Code(rawValue: replay_error_exit)
        /// It took too long.
        package static let timedOut = Code(errno: ETIMEDOUT)
        package static let invalidArgument = Code(errno: EINVAL)
        package static let outOfMemory = Code(errno: ENOMEM)
    }

    /// Why it failed, as FFmpeg counts it.
    package let code: Code
    /// What was tried, as a verb phrase: "open", "write a packet to".
    package let operation: String
    /// What it was tried on: a file's name, a codec.
    package let subject: String
    /// The last line FFmpeg logged on this thread before it failed, where there was one.
    package let detail: String?
    /// Why, in words, where the code does not say it.
    private let reason: String?

    package init(_ code: Code, operation: String, subject: String) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.detail = FFmpegLog.takeLastLine()
        reason = nil
    }

    private init(_ code: Code, operation: String, subject: String, reason: String) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.reason = reason
        // Of no use to anybody here, and not to be told of the next failure.
        _ = FFmpegLog.takeLastLine()
        detail = nil
    }

    /// A library that is loaded when it is needed is not there, or is another than this was compiled for.
    /// - Parameter reason: the dynamic linker's; nil: it gave none.
    package static func missingLibrary(_ name: String, reason: String?) -> FFmpegError {
        FFmpegError(
            Code(errno: ELIBACC), operation: "load", subject: name,
            reason: "\(reason ?? "it lacks a function"); install FFmpeg's package of that library")
    }

    /// Opening a file took too long.
    package static func timedOut(opening name: String, after seconds: Int) -> FFmpegError {
        FFmpegError(
            .timedOut, operation: "open", subject: name,
            reason: "its header could not be read within \(seconds) s; it may be damaged")
    }

    /// What kind of failure it is.
    package var category: ErrorCategory { isWriteFailure ? .cannotCreate : .badData }

    package var description: String {
        if let reason { return "cannot \(operation) \(subject): \(reason)" }
        let reason = detail.map { "\(Self.text(of: code)) (\($0))" } ?? Self.text(of: code)
        return "cannot \(operation) \(subject): \(reason)"
    }

    /// Whether the disk or the file system refused what was written.
    package var isWriteFailure: Bool {
        [ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EPIPE].contains { Code(errno: $0) == code }
    }

    private static func text(of code: Code) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
            guard let base = buffer.baseAddress, av_strerror(code.rawValue, base, buffer.count) == 0 else {
                return "error \(code.rawValue)"
            }
            return String(cString: base)
        }
    }

    /// Turns FFmpeg's negative return values into thrown errors.
    @discardableResult
    package static func check(
        _ result: Int32, _ operation: @autoclosure () -> String, _ subject: @autoclosure () -> String
    ) throws(FFmpegError) -> Int32 {
        guard result < 0 else { return result }
        throw FFmpegError(Code(rawValue: result), operation: operation(), subject: subject())
    }
}
