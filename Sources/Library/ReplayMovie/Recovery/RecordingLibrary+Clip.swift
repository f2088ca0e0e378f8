public import MediaTime
public import ReplayLibrary

/// What was saved of a recording that went on.
public struct RecordingClip: Sendable {
    /// The new recording. It begins at a keyframe, so it may be up to two seconds longer than was asked for: `exact(in:)` makes
    /// one that is not.
    public let recording: Recording
    /// How much of its beginning is more than was asked for.
    public let surplus: MediaTime
}

extension RecordingLibrary {
    /// Saves the last part of a recording, which may be being written, as a recording of its own.
    /// - Parameters:
    ///   - length: how much; less where it is not that long.
    ///   - recording: which one; it stays as it is, and goes on where it is being written.
    ///   - name: what to call the new recording.
    /// - Returns: nil where there is no frame yet.
    /// - Throws: `FileSystemError`, `MovieError`, or an error of FFmpeg's whose description is a sentence.
    public func clip(last length: MediaTime, of recording: Recording, name: String?) throws -> RecordingClip? {
        guard let excerpt = try MovieExcerpt.open(recording, last: length) else { return nil }
        let facts = RecordingFacts(id: .generate(), name: name, origin: recording.facts.origin)
        let (clip, lock) = try create(facts)
        defer { withExtendedLifetime(lock) {} }
        do {
            let (duration, frames, isDamaged) = try excerpt.copy(to: Recording.movieName, in: clip.folder)
            let events = try recording.events(from: excerpt.start, to: excerpt.end)
            try clip.folder.replace(RecordingEvent.fileName, with: RecordingEvent.lines(events))
            var facts = facts
            facts.ending = RecordingFacts.Ending(
                reason: .requested, message: nil, duration: duration, frames: frames, droppedFrames: 0)
            if isDamaged { facts.damage = "“\(recording.displayName)”, of which it was saved, is damaged there" }
            facts.movieHeader = try clip.header()
            try clip.folder.write(facts)
            let surplus = max(duration - length, MediaTime(value: 0, timescale: duration.timescale))
            return RecordingClip(recording: try self.recording(facts.id), surplus: surplus)
        } catch {
            // Why it failed is to be told; what stays of the clip is listed as a recording.
            try? discard(facts.id)
            throw error
        }
    }
}
