import ArgumentParser
import Glibc
import Replay

/// How each error is told: a sentence, and an exit code of sysexits(3).
enum Failure {
    /// Whether the error is Replay's, rather than the command line's or a request for help.
    static func isOurs(_ error: any Error) -> Bool {
        !(error is ExitCode || error is CleanExit || error is ValidationError
            || String(reflecting: type(of: error)).hasPrefix("ArgumentParser."))
    }

    static func sentence(for error: any Error) -> String { sentence("\(error)") }

    /// The text in a line, without its full stop.
    static func sentence(_ text: String) -> String {
        let line = text.replacing("\n", with: " ").printable
        return line.withoutFullStop
    }

    static func exitCode(for error: any Error) -> Int32 {
        switch error {
        case let error as RecorderError: exitCode(for: error.kind)
        case let error as CaptureError: error.code == .noSuchTarget ? 66 : 69
        case let error as FileSystemError where error.isTooLarge: 65
        case let error as FileSystemError: exitCode(forErrno: error.code)
        case let error as PresetError: error.kind == .unknown ? 66 : 65
        case let error as MovieError: if case .unreadable = error.reason { 66 } else { 65 }
        case is RecordingLookupError, is HLSError: 66
        case is DocumentError, is EditError, is CaptionsError, is EditHistoryError, is TimecodeError: 65
        case let error as ExportError: exitCode(for: error)
        case is JobFileError: 65
        case let error as BatchError: exitCode(for: error)
        case let error as ChunkError: exitCode(for: error)
        case let error as EarlyEnd: exitCode(for: error.reason)
        case is ConfigError: 65
        case is UnknownCommand: 64
        case is OutputError: 73
        case let error as PlayerError: if case .failed = error { 1 } else { 69 }
        default: defaultExitCode(for: error)
        }
    }

    private static func exitCode(for error: ExportError) -> Int32 {
        switch error {
        case .outputExists, .outputIsFolder, .outputIsNoFolder, .outputIsNoFile, .outputIsProtected, .noFolder: 73
        case .receiptIsOutput, .wrongExtension: 64
        case .outputBusy: 75
        case .noAudio: 66
        case .notSmart, .noFrame: 65
        case .notAsPlanned, .foreignFolder: 1
        case .cancelled: 130
        }
    }

    private static func exitCode(for error: BatchError) -> Int32 {
        switch error {
        case .busy: 75
        case .noJob: 66
        case .doneBefore: 73
        case .noEngine, .refused: 69
        case .outputChanged: 1
        }
    }

    private static func exitCode(for error: ChunkError) -> Int32 {
        switch error {
        case .noPlan, .noChunk: 66
        case .length, .notMP4: 64
        case .unbelieved(let found): found.allSatisfy { $0.state == .missing } ? 66 : 65
        case .badPlan, .movieChanged, .otherDivision, .otherFrames, .otherParameters: 65
        }
    }

    private static func exitCode(for kind: RecorderError.Kind) -> Int32 {
        switch kind {
        case .unavailable: 69
        case .cannotCreate: 73
        case .invalid: 64
        case .unusable: 65
        case .notRecording, .missing: 66
        case .busy, .unresponsive: 75
        case .forbidden: 77
        case .recorderLost, .failed: 1
        }
    }

    private static func exitCode(for reason: RecordingFacts.Ending.Reason) -> Int32 {
        switch reason {
        case .requested: 0
        case .displayLost, .audioLost, .cameraLost, .windowClosed: 69
        case .diskFailed: 73
        case .terminated: 143
        case .ownerLost, .interrupted, .failed: 1
        }
    }

    private static func exitCode(forErrno code: Int32) -> Int32 {
        switch code {
        case ENOENT, ENOTDIR, EISDIR, ESPIPE: 66
        case EACCES, EPERM, EROFS: 77
        case EWOULDBLOCK: 75
        default: 73
        }
    }

    /// FFmpeg's errors are not public: a movie that it cannot read is bad data, a full disk an output not made.
    private static func defaultExitCode(for error: any Error) -> Int32 {
        MediaFailure(error).map { $0 == .cannotWrite ? 73 : 65 } ?? 1
    }
}
