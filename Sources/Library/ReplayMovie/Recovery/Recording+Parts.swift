import MediaTime
package import ReplayLibrary

extension Recording {
    private static let shiftedName = "events.jsonl.new"

    /// Joins the parts of a movie, if it is in parts. The first keyframe is then at 0, and events and the note
    /// in the lock file are relative to it.
    ///
    /// This may be interrupted at any time and repeated.
    /// - Parameter ending: The event for the end of the recording, if its events do not reach the end.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`. The parts then still exist.
    package func joinParts(ending: RecordingEvent.Kind = .interrupted) throws {
        let parts = try parts()
        guard !parts.isEmpty else { return }
        if !folder.contains(Self.movieName) {
            try folder.remove(Self.unfinishedMovieName)
            guard let all = try MovieExcerpt.open(self, last: nil) else { return }
            do {
                _ = try all.copy(to: Self.unfinishedMovieName, in: folder)
                try folder.replace(Self.shiftedName, with: try RecordingEvent.lines(shiftedEvents(of: all, ending)))
            } catch {
                // On a full disk the file would use space that others need. If this fails, the next attempt removes it.
                try? folder.remove(Self.unfinishedMovieName)
                throw error
            }
            try folder.rename(Self.unfinishedMovieName, to: Self.movieName)
        }
        if folder.contains(Self.shiftedName) { try folder.rename(Self.shiftedName, to: RecordingEvent.fileName) }
        if let last = try events().last { try RecordingLock.note(last.time, in: folder) }
        try folder.sync()
        for part in parts { try removeJoined(part) }
    }

    /// Removes a part that is in the joined movie. A damaged part is kept under another name.
    private func removeJoined(_ part: MoviePart) throws {
        // A part that cannot be read for any reason is kept.
        let index = try? MovieReader.open(part.name, in: folder, isForeign: isForeign).index
        let isLost = try index.map { $0.isDamaged } ?? holdsMedia(part.name)
        guard isLost else { return try folder.remove(part.name) }
        try folder.rename(part.name, to: part.damagedName)
    }

    /// Returns the events relative to the start of the joined movie. The last event is at the movie's end.
    private func shiftedEvents(of all: MovieExcerpt, _ ending: RecordingEvent.Kind) throws -> [RecordingEvent] {
        let end = end(of: all.end, clock: all.end.timescale) - all.start
        var events = try events(from: all.start)
        if let last = events.last, last.time >= end { return events }
        // The last frame is shown a little longer than until the stop.
        let isStopped = events.last?.kind == .stopped
        let last = isStopped ? events.removeLast() : RecordingEvent(time: end, kind: ending)
        return events + [RecordingEvent(time: end, kind: last.kind, detail: last.detail)]
    }
}
