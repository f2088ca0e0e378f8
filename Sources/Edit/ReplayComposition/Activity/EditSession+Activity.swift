import AudioSources
public import MediaTime
public import ReplayEditor
import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

extension EditSession {
    /// Returns the times at which something happens in the recording. No frames are decoded, and no audio whose
    /// loudness was noted during the recording. Blocks: one hour of audio without noted loudness, for example of an
    /// import, takes about five seconds.
    ///
    /// - Parameters:
    ///   - threshold: The level relative to full scale. Audio at this level or below counts as silent, as does audio
    ///     that the edit mutes.
    ///   - minimum: The duration for which the screen must stay the same for audio to be decoded there. This is enough
    ///     for ``RecordingActivity/idle(minimum:margin:)``. If nil, all audio without noted loudness is decoded.
    /// - Throws: `MovieError`, `FileSystemError`, or an error of FFmpeg.
    public func activity(
        audibleAbove threshold: Gain, whereStillFor minimum: MediaTime? = nil
    ) throws -> RecordingActivity {
        let still = RecordingActivity(duration: edit.duration, changes: screenChanges, audible: [])
        let wanted = minimum.map { still.idle(minimum: $0, margin: .zero) }
        let whole = [TimeRange(start: .zero, end: edit.duration)]
        return RecordingActivity(
            duration: edit.duration, changes: still.changes,
            audible: try audibleStretches(above: threshold, within: wanted ?? whole))
    }

    private var screenChanges: [MediaTime] {
        guard let track = movie.index.videoTrack else { return [] }
        return ScreenChanges(
            of: movie.index.tracks[track], isRecorded: recording.facts.origin == .screen, width: frameSize.width,
            height: frameSize.height
        ).times
    }

    private func audibleStretches(above threshold: Gain, within wanted: [TimeRange]) throws -> [TimeRange] {
        try waveformTracks.flatMap { entry in
            let muted = mutedRanges(ofTrack: AudioSource(trackTitle: entry.title))
            return try AudibleStretches(of: movie, track: entry.track, above: threshold, duration: edit.duration)
                .ranges(notes: try levels(ofTrack: entry.track), within: wanted)
                .filter { stretch in
                    let place = muted.partitioningIndex { $0.end >= stretch.end }
                    return place == muted.count || muted[place].start > stretch.start
                }
        }
    }

    /// Returns the ranges in which the edit mutes a track, ascending and disjoint.
    private func mutedRanges(ofTrack track: AudioSource?) -> [TimeRange] {
        edit.audioEffects.filter { $0.kind == .mute && ($0.track == nil || $0.track == track) }.map(\.range)
            .merged()
    }

    private func levels(ofTrack track: Int) throws -> [AudioLevel] {
        let name = AudioLevel.fileName(track: track)
        guard recording.folder.contains(name) else { return [] }
        return try recording.folder.contents(of: name).map { AudioLevel(rawValue: $0) }
    }
}
