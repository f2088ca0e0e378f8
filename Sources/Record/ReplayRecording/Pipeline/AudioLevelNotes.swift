import ReplayLibrary

/// Notes beside the movie how loud each audio packet is, so that nobody has to decode a recording to find its silence.
///
/// They are of use, not of need: where they cannot be written, the recording goes on without.
final class AudioLevelNotes: Sendable {
    private let tracks: [(track: AudioTrack, fileName: String)]
    private let journal: RecordingJournal

    /// - Parameters:
    ///   - tracks: in the movie's order, behind its screen.
    ///   - origin: packets of an earlier recorder are counted, whether it noted them or not.
    init(_ tracks: [AudioTrack], of recording: Recording, origin: MovieOrigin, journal: RecordingJournal) {
        self.journal = journal
        self.tracks = tracks.enumerated().compactMap { place, track in
            let name = AudioLevel.fileName(track: place + 1)
            let packets = origin.audioEnd(place) / track.packetLength
            // A hole reads as unknown.
            let isPlaced = packets == 0 || (try? recording.folder.truncate(name, to: packets)) != nil
            return isPlaced ? (track, name) : nil
        }
    }

    /// Hands on what was heard since the last call.
    func note() {
        for (track, name) in tracks { journal.note(track.takeLevels(), in: name) }
    }
}
