internal import CFFmpeg
import Descriptors
package import ReplayErrors
import SystemPackage

/// An error of a call into FFmpeg: the operation, its subject, and the reason.
///
/// `EAGAIN` and end of file are results, and are never thrown as an `FFmpegError`.
package struct FFmpegError: CategorizedError {
    /// FFmpeg's error number (`AVERROR`), or one made from an `errno`.
    package struct Code: RawRepresentable, Hashable, Error {
        package let rawValue: Int32

        package init(rawValue: Int32) { self.rawValue = rawValue }

        /// Creates the code of a failed system call.
        package init(errno: Int32) { rawValue = replay_error(errno) }

        /// Creates the code of an error that swift-system threw.
        init(thrown error: any Error) { self.init(errno: Errno(thrown: error).rawValue) }

        package static let invalidData = Code(rawValue: replay_error_invalid_data)
        package static let decoderNotFound = Code(rawValue: replay_error_decoder_not_found)
        package static let demuxerNotFound = Code(rawValue: replay_error_demuxer_not_found)
        package static let encoderNotFound = Code(rawValue: replay_error_encoder_not_found)
        /// The input has no stream of the requested kind.
        package static let streamNotFound = Code(rawValue: replay_error_stream_not_found)
        /// The call was interrupted: see `Interruption`.
        package static let interrupted = Code(rawValue: replay_error_exit)
        /// The call took too long.
        package static let timedOut = Code(errno: ETIMEDOUT)
        package static let invalidArgument = Code(errno: EINVAL)
        package static let outOfMemory = Code(errno: ENOMEM)
    }

    /// The reason as FFmpeg's error number.
    package let code: Code
    /// The operation as a verb phrase: "open", "write a packet to".
    package let operation: String
    /// The subject of the operation, such as a file's name or a codec.
    package let subject: String
    /// The last lines that FFmpeg logged on this thread before the failure. They may contain an address with its secrets.
    package let log: [String]
    /// The reason in words, or nil if the code is enough.
    private let reason: String?

    package init(_ code: Code, operation: String, subject: String) {
        self.code = code
        self.operation = operation
        self.subject = subject
        log = FFmpegLog.takeLines()
        reason = nil
    }

    private init(_ code: Code, operation: String, subject: String, reason: String) {
        self.code = code
        self.operation = operation
        self.subject = subject
        self.reason = reason
        // The logged lines do not help here, and must not appear in the next error.
        _ = FFmpegLog.takeLines()
        log = []
    }

    /// Returns the error for a library that is loaded on demand, and is missing or differs from the version at compile time.
    /// - Parameter reason: The dynamic linker's message, or nil if there is none.
    package static func missingLibrary(_ name: String, reason: String?) -> FFmpegError {
        FFmpegError(
            Code(errno: ELIBACC), operation: "load", subject: name,
            reason: "\(reason ?? "it lacks a function"); install FFmpeg's package of that library")
    }

    /// Returns the error for opening a file that took too long.
    package static func timedOut(opening name: String, after seconds: Int) -> FFmpegError {
        FFmpegError(
            .timedOut, operation: "open", subject: name,
            reason: "its header could not be read within \(seconds) s; it may be damaged")
    }

    /// The error's category: `cannotCreate` for a failed write, otherwise `badData`.
    package var category: ErrorCategory { isWriteFailure ? .cannotCreate : .badData }

    package var description: String {
        if let reason { return "cannot \(operation) \(subject): \(reason)" }
        let reason = log.last.map { "\(Self.text(of: code)) (\($0))" } ?? Self.text(of: code)
        return "cannot \(operation) \(subject): \(reason)"
    }

    /// True if the disk or the file system refused a write.
    package var isWriteFailure: Bool {
        [ENOSPC, EDQUOT, EFBIG, EIO, EROFS, EPIPE].contains { Code(errno: $0) == code }
    }

    private static func text(of code: Code) -> String {
        // As for files that FFmpeg does not write.
        if [ENOSPC, EDQUOT].contains(where: { Code(errno: $0) == code }) { return "the disk is full" }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(AV_ERROR_MAX_STRING_SIZE)) { buffer in
            guard let base = buffer.baseAddress, av_strerror(code.rawValue, base, buffer.count) == 0 else {
                return "error \(code.rawValue)"
            }
            return String(cString: base)
        }
    }

    /// Throws an error if the result of an FFmpeg function is negative, and returns it otherwise.
    @discardableResult
    package static func check(
        _ result: Int32, operation: @autoclosure () -> String, subject: @autoclosure () -> String
    ) throws(FFmpegError) -> Int32 {
        guard result < 0 else { return result }
        throw FFmpegError(Code(rawValue: result), operation: operation(), subject: subject())
    }
}
