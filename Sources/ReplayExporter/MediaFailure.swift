import FFmpeg

/// What an error of FFmpeg's means for the one who asked.
public enum MediaFailure: Sendable {
    /// The movie cannot be read or decoded.
    case badMedia
    /// The output cannot be written.
    case cannotWrite

    /// Nil for an error that is none of FFmpeg's.
    public init?(_ error: any Error) {
        guard let error = error as? FFmpegError else { return nil }
        self = error.isWriteFailure ? .cannotWrite : .badMedia
    }
}
