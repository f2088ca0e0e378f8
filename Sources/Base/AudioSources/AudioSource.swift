/// A source of recorded audio. Each source has a track of its own.
public enum AudioSource: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// The audio that programs play.
    case application
    /// The audio from a microphone.
    case microphone

    /// The number of channels: two for application audio, one for a microphone.
    package var channels: Int { self == .application ? 2 : 1 }

    /// The AAC bit rate, in bits per second.
    package var bitRate: Int { self == .application ? 160_000 : 96_000 }

    /// The track's title in the movie, which identifies its source when the movie is read.
    package var trackTitle: String { self == .application ? "Application audio" : "Microphone" }

    /// Creates the source of the track with this title, or nil if no source has this title.
    package init?(trackTitle: String?) {
        // An earlier version wrote this title.
        let title = trackTitle == "Application sound" ? Self.application.trackTitle : trackTitle
        guard let source = Self.allCases.first(where: { $0.trackTitle == title }) else { return nil }
        self = source
    }

    /// The sample rate of every recorded audio track, in Hz.
    package static let sampleRate = 48_000

    /// The word for the source in commands and edits: `app` or `mic`.
    public var word: String { self == .application ? "app" : "mic" }

    /// Creates the source for the word `app` or `mic`, or nil for another word.
    public init?(word: String) {
        guard let source = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = source
    }
}
