import MediaTime
package import ReplayLibrary

/// The layout of comments as captions: which comments are shown together. A pure value.
struct CommentCaptions {
    /// The cues, by their times. They do not overlap.
    let cues: [Captions.Cue]

    /// - Parameter comments: The comments, by their times.
    init(_ comments: [RecordingComment]) { cues = Self.cues(ShownComment.layout(of: comments)) }

    /// Divides the time at each start and end of a comment.
    private static func cues(_ comments: [ShownComment]) -> [Captions.Cue] {
        let times = Set(comments.flatMap { [$0.range.lowerBound, $0.range.upperBound] }).sorted()
        var (next, current) = (0, [ShownComment]())
        return zip(times, times.dropFirst()).compactMap { start, end in
            while next < comments.count, comments[next].range.lowerBound <= start {
                current.append(comments[next])
                next += 1
            }
            current.removeAll { $0.range.upperBound <= start }
            guard !current.isEmpty else { return nil }
            let range = TimeRange(start: .milliseconds(start), end: .milliseconds(end))
            return Captions.Cue(range: range, lines: current.map { CaptionFormat.escaped($0.line) })
        }
    }
}

extension Captions {
    /// Creates captions from the comments of a recording.
    /// - Parameter comments: The comments, by their times.
    package init(_ comments: [RecordingComment]) { self.init(cues: CommentCaptions(comments).cues) }
}
