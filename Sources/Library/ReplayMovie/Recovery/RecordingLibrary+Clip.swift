public import MediaTime
public import ReplayLibrary

/// A recording made of the last part of another one.
public struct RecordingClip: Sendable {
    /// The new recording. It begins at a keyframe, so it may be up to two seconds longer than
    /// requested: `exact(in:)` makes an exact one.
    public let recording: Recording
    /// The duration at its start that was not requested.
    public let surplus: MediaTime
}

extension RecordingLibrary {
    /// Saves the last part of a recording, which may be in progress, as a new recording.
    /// - Parameters:
    ///   - length: The duration to save. A shorter recording is saved completely.
    ///   - recording: The source. It is not changed, and continues if it is in progress.
    ///   - name: The name of the new recording.
    /// - Returns: The new recording, or nil if there is no frame yet.
    /// - Throws: `FileSystemError`, `MovieError`, or an FFmpeg error whose description is a sentence.
    public func clip(last length: MediaTime, of recording: Recording, name: String?) throws -> RecordingClip? {
        guard let excerpt = try MovieExcerpt.open(recording, last: length) else { return nil }
        let facts = RecordingFacts(id: .generate(), name: name, origin: recording.facts.origin)
        let (clip, lock) = try create(facts)
        defer { withExtendedLifetime(lock) {} }
        do {
            let (duration, frames, isDamaged) = try excerpt.copy(to: Recording.movieName, in: clip.folder)
            let events = try recording.events(from: excerpt.start, to: excerpt.end)
            try clip.folder.replace(RecordingEvent.fileName, with: RecordingEvent.lines(events))
            try clip.store(try recording.comments(from: excerpt.start, to: excerpt.end))
            var facts = facts
            facts.ending = RecordingFacts.Ending(
                reason: .requested, message: nil, duration: duration, frames: frames, droppedFrames: 0)
            if isDamaged { facts.damage = "its source, “\(recording.displayName)”, is damaged in this range" }
            facts.movieHeader = try clip.header()
            try clip.folder.write(facts)
            let surplus = max(duration - length, MediaTime(value: 0, timescale: duration.timescale))
            return RecordingClip(recording: try self.recording(facts.id), surplus: surplus)
        } catch {
            // The first error is thrown. If this fails too, the incomplete clip is listed as a recording.
            try? remove(facts.id)
            throw error
        }
    }
}
