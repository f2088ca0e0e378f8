import MediaTime
package import ReplayLibrary

extension Recording {
    private static let shiftedName = "events.jsonl.new"

    /// Puts the parts of a movie together, if it is kept in parts; its first keyframe is at 0 then, and its events and
    /// its writer's note count from there.
    ///
    /// It may be interrupted at any instant, and done again.
    /// - Parameter ending: how the recording came to its end, for a buffer whose last event is not there.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`; the parts are still there then.
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
                // On a full disk it would be in the way of everything else. What stays is removed with the next try.
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

    /// Removes a part that is in the movie; one that could not be read whole is kept.
    private func removeJoined(_ part: MoviePart) throws {
        // Whatever keeps it from being read, it is kept.
        let index = try? MovieReader.open(part.name, in: folder).index
        let isLost = try index.map { $0.isDamaged } ?? holdsMedia(part.name)
        guard isLost else { return try folder.remove(part.name) }
        try folder.rename(part.name, to: part.damagedName)
    }

    /// The events as they are after the join. The last says where the movie ends, which the note does not any more.
    private func shiftedEvents(of all: MovieExcerpt, _ ending: RecordingEvent.Kind) throws -> [RecordingEvent] {
        let end = end(of: all.end, clock: all.end.timescale) - all.start
        var events = try events(from: all.start)
        if let last = events.last, last.time >= end { return events }
        // The last frame is shown for a moment longer than the instant at which it was stopped.
        let isStopped = events.last?.kind == .stopped
        let last = isStopped ? events.removeLast() : RecordingEvent(time: end, kind: ending)
        return events + [RecordingEvent(time: end, kind: last.kind, detail: last.detail)]
    }
}
