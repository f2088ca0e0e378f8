import ReplayLibrary

/// A writer of each audio packet's level beside the movie, so that silence can be found without decoding.
///
/// The levels are optional: if they cannot be written, the recording continues without them.
final class AudioLevelWriter: Sendable {
    private let tracks: [(track: AudioTrack, fileName: String)]
    private let journal: RecordingJournal

    /// - Parameters:
    ///   - tracks: The audio tracks, in the movie's order after the screen.
    ///   - origin: The start of this part. Packets of an earlier recorder count even if it wrote no levels.
    init(_ tracks: [AudioTrack], of recording: Recording, origin: MovieOrigin, journal: RecordingJournal) {
        self.journal = journal
        self.tracks = tracks.enumerated().compactMap { place, track in
            let name = AudioLevel.fileName(track: place + 1)
            let packets = origin.audioEnd(place) / track.packetLength
            // A gap reads as unknown.
            let isPlaced = packets == 0 || (try? recording.folder.truncate(name, to: packets)) != nil
            return isPlaced ? (track, name) : nil
        }
    }

    /// Writes the levels since the last call.
    func note() {
        for (track, name) in tracks { journal.note(track.takeLevels(), in: name) }
    }
}
