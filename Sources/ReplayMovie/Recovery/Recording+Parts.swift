import MediaTime

extension Recording {
    private static let unfinishedName = "movie.mp4.new"
    private static let shiftedName = "events.jsonl.new"

    /// Puts the parts of a movie together, if it is kept in parts; its first keyframe is at 0 then, and its events
    /// count from there.
    ///
    /// It may be interrupted at any instant, and done again.
    /// - Throws: `FileSystemError`, `MovieError`, `FFmpegError`; the parts are still there then.
    package func joinParts() throws {
        let parts = try parts()
        guard !parts.isEmpty else { return }
        if !folder.contains(Self.movieName) {
            try folder.remove(Self.unfinishedName)
            guard let all = try MovieExcerpt.open(self, last: nil) else { return }
            _ = try all.copy(to: Self.unfinishedName, in: folder)
            try folder.replace(Self.shiftedName, with: try RecordingEvent.lines(events(from: all.start)))
            try folder.rename(Self.unfinishedName, to: Self.movieName)
        }
        if folder.contains(Self.shiftedName) { try folder.rename(Self.shiftedName, to: RecordingEvent.fileName) }
        try folder.sync()
        for part in parts { try folder.remove(part.name) }
    }
}
