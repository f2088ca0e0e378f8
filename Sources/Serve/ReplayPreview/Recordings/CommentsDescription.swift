import MediaTime
import ReplayComposition
import ReplayLibrary

/// The comments of a recording in the form for the page; see docs/PREVIEW.md.
struct CommentsDescription: Encodable, Sendable {
    /// A comment as exports show it.
    struct Comment: Encodable, Sendable {
        /// The time for which it is shown, in the recording's ticks.
        let start, end: Int64
        /// The author and the text in one line.
        let text: String
    }

    /// The comments, by their beginnings.
    let comments: [Comment]

    /// Creates the description of comments.
    /// - Parameters:
    ///   - comments: The comments, by their times.
    ///   - timescale: The recording's ticks per second.
    init(_ comments: [RecordingComment], timescale: Int32) {
        let ticks = { MediaTime.milliseconds($0).converted(to: timescale, rounding: .nearest).value }
        self.comments = ShownComment.layout(of: comments).map {
            Comment(start: ticks($0.range.lowerBound), end: ticks($0.range.upperBound), text: $0.line)
        }
    }
}

extension OpenRecording {
    /// Returns the comments of viewers.
    /// - Throws: `FileSystemError`.
    func comments() async throws -> CommentsDescription {
        try await run { [self] in
            let contents = current
            return CommentsDescription(
                try contents.recording.comments(), timescale: contents.session.edit.timescale)
        }
    }
}
