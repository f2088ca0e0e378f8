import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// The marks, captions and messages that an import makes in addition to video and audio.
enum ImportExtras {
    private static let maxChapters = 10_000
    private static let maxTitle = 1000

    /// Writes the movie's chapters as marks.
    /// - Returns: Sentences about differences from the movie, and one for each track that is left out.
    static func write(
        _ source: ImportSource, tracks: [ImportTrack], attempt: ImportAttempt, to recording: Recording
    ) throws -> [String] {
        var notes = source.choice.leftOut
        if source.encodesAll {
            notes.append("the movie’s edit list does more than hide parts, so the movie is encoded again")
        }
        if attempt.encodesVideo {
            notes.append("the size of the frames changes, so all frames are encoded in the size of the first")
        }
        if let video = tracks.first, !video.isEncoded, let sentence = oddSides(video.stream.parameters) {
            notes.append(sentence)
        }
        let marks = marks(of: source)
        if !marks.isEmpty {
            try recording.append(marks)
            notes.append(
                "\(marks.count == 1 ? "1 chapter is a mark" : "\(marks.count) chapters are marks") of the recording")
        }
        return notes
    }

    private static func marks(of source: ImportSource) -> [RecordingEvent] {
        source.demuxer.chapters.prefix(maxChapters).compactMap { chapter in
            guard let time = source.timeline.recordingTime(of: chapter.start) else { return nil }
            return RecordingEvent(
                time: max(.zero, time), kind: .mark, detail: chapter.title.map { String($0.prefix(maxTitle)) })
        }.sorted { $0.time < $1.time }
    }

    private static func oddSides(_ video: CodecParameters) -> String? {
        let (width, height) = (video.width, video.height)
        guard width % 2 != 0 || height % 2 != 0 else { return nil }
        return
            "exports scale its frames of \(width)x\(height) to \(width & ~1)x\(height & ~1), because they require even sides"
    }
}

extension ImportedCaptions {
    /// Writes the captions into the recording's folder.
    /// - Returns: A sentence about them, or nil if there are none.
    func store(in recording: Recording) throws -> String? {
        guard let bytes = webVTT() else { return nil }
        try recording.folder.replace(Recording.captionsName, with: bytes)
        let lost = damaged == 0 ? "" : ", \(damaged) of its packets cannot be decoded"
        return "track \(stream.index + 1) is imported as captions (\(count))\(lost); exports include them"
    }
}
