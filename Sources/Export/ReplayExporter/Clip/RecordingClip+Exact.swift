import MediaTime
import ReplayEditor
public import ReplayLibrary
public import ReplayMovie
import ReplayTimeline
import Threads

extension RecordingClip {
    /// Saves the clip once more without its surplus, as an export would cut it: frames before the next keyframe are encoded,
    /// all others and audio are copied. The clip itself is removed.
    /// - Returns: the recording that takes its place; nil where its frames cannot be encoded so that they fit the others. Then
    ///   the clip is left as it is.
    /// - Throws: `FileSystemError`, `MovieError`, or an error of FFmpeg's whose description is a sentence.
    public func exact(in library: RecordingLibrary) async throws -> Recording? {
        try await WorkerThread.run("clip") {
            guard let cut = try ClipCut(recording, from: surplus) else { return nil }
            let made = try save(cut, in: library)
            try library.discard(recording.id)
            return made
        }
    }

    /// As `exact(in:)`; where that cannot be, the clip is trimmed, and its exports begin where they should.
    /// - Returns: the recording, and whether it has no surplus.
    /// - Throws: as `exact(in:)`, and `EditError`.
    public func exactOrTrimmed(in library: RecordingLibrary) async throws -> (recording: Recording, isExact: Bool) {
        guard surplus > .zero else { return (recording, true) }
        if recording.facts.damage == nil, let exact = try await exact(in: library) { return (exact, true) }
        try await WorkerThread.run("trim") {
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
            var facts = facts
            facts.ending = RecordingFacts.Ending(
                reason: .requested, message: nil, duration: cut.duration, frames: frames, droppedFrames: 0)
            facts.movieHeader = try made.header()
            try made.folder.write(facts)
            return try library.recording(matching: facts.id.description)
        } catch {
            // Why it failed is to be told; what stays of the clip is listed as a recording.
            try? library.discard(facts.id)
            throw error
        }
    }
}
