import MediaTime
import ReplayEditor
public import ReplayLibrary
public import ReplayMovie
import ReplayTimeline
import Threads

extension RecordingClip {
    /// Saves the clip again without its surplus, cut as by an export. Frames before the next keyframe are encoded; all
    /// other frames and the audio are copied. The clip itself is removed.
    /// - Returns: The recording that replaces the clip. Nil if frames cannot be encoded with the recording's codec
    ///   parameters; then the clip is kept.
    /// - Throws: `FileSystemError`, `MovieError`, or an error of FFmpeg whose description is a sentence.
    public func exact(in library: RecordingLibrary) async throws -> Recording? {
        try await WorkerThread.run(named: "clip") {
            guard let cut = try ClipCut(recording, from: surplus) else { return nil }
            let made = try save(cut, in: library)
            try library.discard(recording.id)
            return made
        }
    }

    /// Saves the clip again without its surplus, like `exact(in:)`. If that is impossible, it trims the clip with an
    /// edit, so that exports begin at the right time.
    /// - Returns: The recording, and true if it has no surplus.
    /// - Throws: The errors of `exact(in:)`, and `EditError`.
    public func exactOrTrimmed(in library: RecordingLibrary) async throws -> (recording: Recording, isExact: Bool) {
        guard surplus > .zero else { return (recording, true) }
        if recording.facts.damage == nil, let exact = try await exact(in: library) { return (exact, true) }
        try await WorkerThread.run(named: "trim") {
            var session = try EditSession(recording)
            try session.perform(.trim(TimeRange(start: surplus, end: session.edit.duration)))
        }
        return (recording, false)
    }

    private func save(_ cut: ClipCut, in library: RecordingLibrary) throws -> Recording {
        let facts = RecordingFacts(id: .generate(), name: recording.facts.name, origin: recording.facts.origin)
        let (made, lock) = try library.create(facts)
        defer { withExtendedLifetime(lock) {} }
        do {
            let frames = try cut.write(to: Recording.movieName, in: made.folder)
            try made.folder.replace(
                RecordingEvent.fileName, with: RecordingEvent.lines(try recording.events(from: surplus)))
            try made.store(try recording.comments(from: surplus))
            var facts = facts
            facts.ending = RecordingFacts.Ending(
                reason: .requested, message: nil, duration: cut.duration, frames: frames, droppedFrames: 0)
            facts.movieHeader = try made.header()
            try made.folder.write(facts)
            return try library.recording(matching: facts.id.description)
        } catch {
            // The first error is thrown, not one of the removal. If the removal fails, the rest is listed as a
            // recording.
            try? library.remove(facts.id)
            throw error
        }
    }
}
