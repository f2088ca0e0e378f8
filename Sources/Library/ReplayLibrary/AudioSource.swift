/// Where recorded audio comes from. Each source has a track of its own.
public enum AudioSource: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// What programs play.
    case application
    /// What a microphone hears.
    case microphone

    /// Stereo for what programs play, mono for a microphone.
    package var channels: Int { self == .application ? 2 : 1 }

    /// In bits a second, of AAC.
    package var bitRate: Int { self == .application ? 160_000 : 96_000 }

    /// The track's title in the movie, by which it is known again.
    package var trackTitle: String { self == .application ? "Application audio" : "Microphone" }

    /// The source of a track by its title in the movie.
    package init?(trackTitle: String?) {
        // As an earlier version called it.
        let title = trackTitle == "Application sound" ? Self.application.trackTitle : trackTitle
        guard let source = Self.allCases.first(where: { $0.trackTitle == title }) else { return nil }
        self = source
    }

    /// In Hz, of every audio track.
    package static let sampleRate = 48_000
}

/// Which of the audio tracks are meant, in a word: as commands and job files take it.
public enum AudioChoice: String, CaseIterable, Sendable {
    /// What programs play.
    case app
    /// What the microphone hears.
    case mic
    /// Both, each in a track of its own.
    case both
    /// Neither.
    case none

    /// The audio tracks themselves.
    public var sources: [AudioSource] {
        switch self {
        case .app: [.application]
        case .mic: [.microphone]
        case .both: [.application, .microphone]
        case .none: []
        }
    }
}
