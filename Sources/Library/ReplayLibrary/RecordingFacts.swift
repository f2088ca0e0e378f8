import Files
public import FoundationEssentials
public import MediaTime

/// The facts of a recording, besides its movie: the contents of `recording.json`.
public struct RecordingFacts: Codable, Sendable {
    /// The origin of a recording.
    public enum Origin: String, Codable, Sendable {
        /// A screen that Replay captured.
        case screen
        /// Sample buffers from an application.
        case application
        /// An imported movie.
        case imported = "import"
    }

    /// The end of a recording.
    public struct Ending: Codable, Sendable {
        /// The reason why a recording ended.
        public enum Reason: String, Codable, Sendable {
            /// The user or a program stopped it, or the requested duration had passed.
            case requested
            /// The program that started it ended.
            case ownerLost
            /// A signal told the recorder to end.
            case terminated
            /// The display was lost.
            case displayLost
            /// An audio server or device was lost. Video and the other audio tracks were recorded to the end.
            case audioLost
            /// The camera was lost and did not come back. Everything else was recorded to the end.
            case cameraLost
            /// The recorded window was closed.
            case windowClosed
            /// The user ended the sharing on the desktop, or the shared window was closed.
            case sharingEnded
            /// The disk was full, or could not be written.
            case diskFailed
            /// The recorder was killed, or the machine stopped.
            /// `RecordingLibrary.repair(isThorough:onFailure:)` set this reason.
            case interrupted
            /// Any other failure.
            case failed

            /// Reads the name of a reason. The name from an earlier version is accepted too.
            /// - Throws: `DecodingError` if there is no such reason.
            public init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let name = try container.decode(String.self)
                guard let reason = name == "soundLost" ? .audioLost : Self(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(
                        in: container, debugDescription: "“\(name)” is not a known reason")
                }
                self = reason
            }
        }

        /// The reason why the recording ended.
        public var reason: Reason
        /// A sentence that says what happened, if the end was not requested.
        public var message: String?
        /// The duration of the recording.
        public var duration: MediaTime
        /// The number of frames in the movie.
        public var frames: Int
        /// The number of frames that were lost because the encoder or the disk was too slow.
        public var droppedFrames: Int
        /// The duration of audio that was lost because the disk was too slow, in the worst track; nil if none was lost.
        public var droppedAudio: MediaTime?

        package init(
            reason: Reason, message: String?, duration: MediaTime, frames: Int, droppedFrames: Int,
            droppedAudio: MediaTime? = nil
        ) {
            self.reason = reason
            self.message = message
            self.duration = duration
            self.frames = frames
            self.droppedFrames = droppedFrames
            self.droppedAudio = droppedAudio
        }
    }

    /// The version of the file’s format.
    public let version: Int
    /// The identifier of the recording.
    public let id: RecordingID
    /// The name that the user gave to the recording; nil if it has none.
    public var name: String?
    /// The time when the recording began.
    public let createdAt: Date
    /// The creation date in an imported movie's metadata; nil if it has none.
    public package(set) var movieDate: Date?
    /// The origin of the recording.
    public let origin: Origin
    /// The end of the recording; nil during the recording, and after an interruption until a repair.
    public var ending: Ending?
    /// A sentence that says which part of the recording cannot be read; nil if no damage is known.
    public package(set) var damage: String?
    /// The option that selected a part of the screen, such as `--area 320x180+0+0`. Nil if the whole screen was
    /// recorded, or if the option is not known.
    public package(set) var target: String?
    /// The window classes that covered the screen, in addition to those of password managers; nil if there were none.
    public package(set) var coverClasses: [String]?
    /// The beginning of the movie, `ftyp` and `moov`. It makes the movie readable if its own header is damaged.
    package var movieHeader: Data?
    /// The streams of an imported movie with `movieHeader`, as FFmpeg found them. Commands that decode nothing need no
    /// other process to find them again.
    package var movieStreams: Data?

    package init(id: RecordingID, name: String?, createdAt: Date = Date(), origin: Origin, ending: Ending? = nil) {
        version = Self.currentVersion
        self.id = id
        self.name = name
        self.createdAt = createdAt
        self.origin = origin
        self.ending = ending
    }
}

extension RecordingFacts {
    /// Returns the facts for a copy of the recording.
    func copied(to id: RecordingID, named name: String?) -> RecordingFacts {
        var copy = RecordingFacts(id: id, name: name, createdAt: createdAt, origin: origin, ending: ending)
        copy.movieDate = movieDate
        copy.damage = damage
        (copy.target, copy.coverClasses) = (target, coverClasses)
        copy.movieHeader = movieHeader
        return copy
    }
}

extension RecordingFacts.Ending {
    /// Reads an ending. In an earlier version messages ended with a full stop, which is removed.
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        reason = try values.decode(Reason.self, forKey: .reason)
        message = try values.decodeIfPresent(String.self, forKey: .message)
        if message?.utf8.last == UInt8(ascii: ".") { message?.removeLast() }
        duration = try values.decode(MediaTime.self, forKey: .duration)
        frames = try values.decode(Int.self, forKey: .frames)
        droppedFrames = try values.decode(Int.self, forKey: .droppedFrames)
        droppedAudio = try values.decodeIfPresent(MediaTime.self, forKey: .droppedAudio)
    }
}

extension RecordingFacts: JSONDocument {
    package enum Field: String, CodingKey, CaseIterable {
        case version, id, name, createdAt, movieDate, origin, ending, damage, target, coverClasses, movieHeader,
            movieStreams
    }
    package static let currentVersion = 1
    package static let fileName = "recording.json"
}

extension RecordingFacts {
    /// Returns the date in a movie's metadata, such as `2026-11-22T10:20:30.000000Z`, to
    /// the second, or nil if it is not a date.
    package static func movieDate(_ text: String) -> Date? {
        // FFmpeg writes UTC, so the text after the seconds is not needed.
        try? Date(String(text.prefix(19)) + "Z", strategy: Date.ISO8601FormatStyle())
    }
}
