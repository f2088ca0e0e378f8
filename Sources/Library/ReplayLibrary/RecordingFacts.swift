import Files
public import FoundationEssentials
public import MediaTime

/// What is known of a recording apart from its movie: the contents of `recording.json`.
public struct RecordingFacts: Codable, Sendable {
    /// Where a recording came from.
    public enum Origin: String, Codable, Sendable {
        /// A screen that Replay captured.
        case screen
        /// Sample buffers that an application pushed.
        case application
        /// A movie that was imported.
        case imported = "import"
    }

    /// How a recording ended.
    public struct Ending: Codable, Sendable {
        /// Why.
        public enum Reason: String, Codable, Sendable {
            /// Somebody asked for it, or the time that was asked for had passed.
            case requested
            /// The program that had begun it went away.
            case ownerLost
            /// The system told the recorder to end, by a signal.
            case terminated
            /// The display went away.
            case displayLost
            /// An audio server or device went away; video and the other audio tracks were recorded to the end.
            case audioLost
            /// The camera went away and did not come back; all else was recorded to the end.
            case cameraLost
            /// The window that was recorded was closed.
            case windowClosed
            /// The desktop's user ended the sharing, or what was shared was closed.
            case sharingEnded
            /// The disk was full, or could not be written.
            case diskFailed
            /// Its recorder was killed, or the machine went down; `RecordingLibrary.repair(isThorough:onFailure:)` found what it had written.
            case interrupted
            /// Anything else that went wrong.
            case failed

            /// Reads its name, or the one that it had in an earlier version.
            /// - Throws: `DecodingError` for another word.
            public init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                let name = try container.decode(String.self)
                guard let reason = name == "soundLost" ? .audioLost : Self(rawValue: name) else {
                    throw DecodingError.dataCorruptedError(in: container, debugDescription: "“\(name)” is no reason")
                }
                self = reason
            }
        }

        /// Why it ended.
        public var reason: Reason
        /// What happened, in a sentence, where it was not asked for.
        public var message: String?
        /// How long the recording is.
        public var duration: MediaTime
        /// Frames in the movie.
        public var frames: Int
        /// Frames that were lost because the encoder or the disk could not keep up.
        public var droppedFrames: Int
        /// Audio that was lost because the disk could not keep up, of the track that lost most; nil: none.
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
    /// The recording.
    public let id: RecordingID
    /// What its user calls it.
    public var name: String?
    /// When it was begun.
    public let createdAt: Date
    /// When an imported movie was made, as it says itself; nil where it does not.
    public package(set) var movieDate: Date?
    /// Where it came from.
    public let origin: Origin
    /// Nil while it is being recorded, and where it was cut off.
    public var ending: Ending?
    /// What of the recording cannot be read, in a sentence; nil where nothing is known to be damaged.
    public package(set) var damage: String?
    /// The option by which a part of the screen was recorded, such as `--area 320x180+0+0`; nil: it was the whole screen, or
    /// that is not known.
    public package(set) var target: String?
    /// The classes of windows that covered the screen, beside those of password managers; nil: none.
    public package(set) var coverClasses: [String]?
    /// How the movie begins, from which it can be read when its own header is damaged: `ftyp` and `moov`.
    package var movieHeader: Data?

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
    /// The facts of a copy of the recording.
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
    /// Reads an ending, also of an earlier version, whose messages ended with a full stop.
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
        case version, id, name, createdAt, movieDate, origin, ending, damage, target, coverClasses, movieHeader
    }
    package static let currentVersion = 1
    package static let fileName = "recording.json"
}

extension RecordingFacts {
    /// The date of a movie's header, such as `2026-11-22T10:20:30.000000Z`; nil for what is none. To the second.
    package static func movieDate(_ text: String) -> Date? {
        // Whatever comes after the seconds, FFmpeg tells it in UTC.
        try? Date(String(text.prefix(19)) + "Z", strategy: Date.ISO8601FormatStyle())
    }
}
