/// The two kinds of sound, each a track of its own.
public enum SoundKind: String, Codable, CodingKeyRepresentable, CaseIterable, Sendable {
    /// What programs play.
    case application
    /// What a microphone hears.
    case microphone

    /// Stereo for what programs play, mono for a microphone.
    package var channels: Int { self == .application ? 2 : 1 }

    /// In bits a second, of AAC.
    package var bitRate: Int { self == .application ? 160_000 : 96_000 }

    /// The track's title in the movie, by which it is known again.
    package var trackTitle: String { self == .application ? "Application sound" : "Microphone" }

    /// The kind of sound of a track by its title in the movie.
    package init?(trackTitle: String?) {
        guard let kind = Self.allCases.first(where: { $0.trackTitle == trackTitle }) else { return nil }
        self = kind
    }

    /// In Hz, of every sound track.
    package static let sampleRate = 48_000
}
