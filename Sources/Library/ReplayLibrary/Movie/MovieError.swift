import Glibc
public import ReplayErrors

/// An error that occurs while using a movie.
public struct MovieError: CategorizedError, Codable {
    /// The reason why a movie cannot be used.
    public enum Reason: Codable, Sendable, Equatable {
        /// The header is missing or incomplete: nothing was written, or the file is not one of Replay's movies.
        case noHeader
        /// The boxes contradict each other.
        case damaged
        /// The movie has no frames.
        case noVideo
        /// The path is a folder, a pipe or a device.
        case noFile
        /// The frames have no presentation times.
        case noTimes
        /// Presentation times decrease by more than any decoder reorders (5 s).
        case timesGoBack
        /// The file ends before its header says.
        case truncated
        /// The frames exceed 16,384 pixels on a side or 128 megapixels, or the time base is out of range.
        case outOfBounds
        /// The video codec of this name has no decoder.
        case noDecoder(String)
        /// The frame size is not known.
        case unknownSize
        /// The packets are encrypted.
        case encrypted
        /// The movie cannot be resumed: it has another frame size or other tracks, or
        /// comes from another version of Replay.
        case otherTracks
        /// The file cannot be read, with the system's `errno`.
        case unreadable(Int32)
    }

    /// The path of the movie, as shown to the user.
    public let path: String
    /// The reason why the movie cannot be used.
    public let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// The category of the failure.
    public var category: ErrorCategory { if case .unreadable = reason { .noInput } else { .badData } }

    /// A sentence for the user that says what is wrong, without its full stop.
    public var description: String {
        switch reason {
        case .noHeader: "\(path) is not a movie, or only a part of one: it has no header"
        case .damaged: "\(path) is damaged"
        case .noVideo: "\(path) has no video"
        case .noFile: "\(path) is not a movie: it is not a regular file"
        case .noTimes: "\(path) has no times for its frames; put it into an MP4 or Matroska file first"
        case .timesGoBack: "\(path) has frames whose times go back by more than 5 s; convert it with ffmpeg first"
        case .truncated:
            "\(path) is truncated: it ends earlier than its header says; “replay import --partial” imports what is readable"
        case .outOfBounds:
            "\(path) has frames or a time base beyond the limits of Replay (16384 pixels a side, 128 megapixels)"
        case .noDecoder(let codec): "\(path) has video in a codec that cannot be decoded here (\(codec))"
        case .unknownSize:
            "\(path) does not state the size of its frames; convert it with ffmpeg to an MP4 or Matroska file first"
        case .encrypted: "\(path) is encrypted (DRM) and cannot be decoded without its key"
        case .otherTracks:
            "\(path) cannot be resumed: it was recorded with another size, other tracks or another version of Replay"
        case .unreadable(let code): "\(path) cannot be read: \(String(cString: strerror(code)))"
        }
    }
}
