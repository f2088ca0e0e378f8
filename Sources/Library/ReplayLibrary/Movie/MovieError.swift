import Glibc
public import ReplayErrors

/// A movie that cannot be used.
public struct MovieError: CategorizedError {
    /// What is wrong with it.
    public enum Reason: Sendable, Equatable {
        /// It has no header, or none that is whole: nothing was written, or it is no movie of ours.
        case noHeader
        /// Its boxes contradict themselves.
        case damaged
        /// It has no frames.
        case noVideo
        /// It is a folder, a pipe or a device.
        case noFile
        /// Its frames do not say when they are shown.
        case noTimes
        /// The times of its frames go back, by more than any decoder reorders.
        case timesGoBack
        /// It ends before it should.
        case truncated
        /// Its frames are larger than 16,384 on a side or 128 megapixels, or its clock is out of bounds.
        case outOfBounds
        /// Its video is in a codec, by this name, for which there is no decoder.
        case noDecoder(String)
        /// Nothing says how large its frames are.
        case unknownSize
        /// Its packets are encrypted.
        case encrypted
        /// It cannot be resumed: it was begun with other tracks, or by another version of Replay.
        case otherTracks
        /// The system says that it cannot be read: an `errno`.
        case unreadable(Int32)
    }

    /// The movie, as a person would name it.
    public let path: String
    /// What is wrong with it.
    public let reason: Reason

    package init(path: String, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// What kind of failure it is.
    public var category: ErrorCategory { if case .unreadable = reason { .noInput } else { .badData } }

    /// What is wrong, as a sentence for the user, without its full stop.
    public var description: String {
        switch reason {
        case .noHeader: "\(path) is no movie, or only a part of one: it has no header"
        case .damaged: "\(path) is damaged"
        case .noVideo: "\(path) has no video"
        case .noFile: "\(path) is no movie: it is no ordinary file"
        case .noTimes: "\(path) does not say when its frames are shown; put it into an MP4 or Matroska file first"
        case .timesGoBack: "\(path) has frames whose times go back by more than 5 s; make it anew with ffmpeg first"
        case .truncated: "\(path) is truncated: it ends before its own header says; --partial takes what is there"
        case .outOfBounds:
            "\(path) has frames or a clock beyond what Replay takes (16384 pixels a side, 128 megapixels)"
        case .noDecoder(let codec): "\(path) has video in a codec that cannot be decoded here (\(codec))"
        case .unknownSize:
            "\(path) does not say how large its frames are; convert it with ffmpeg to an MP4 or Matroska file first"
        case .encrypted: "\(path) is encrypted (DRM); without its key nothing can be made of it"
        case .otherTracks:
            "\(path) cannot be resumed: it was begun with another size, other tracks or another version of Replay"
        case .unreadable(let code): "\(path) cannot be read: \(String(cString: strerror(code)))"
        }
    }
}
