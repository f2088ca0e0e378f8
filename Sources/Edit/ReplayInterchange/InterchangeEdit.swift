package import MediaTime
package import ReplayTimeline

/// A stretch of the recording as another program's file has it.
package struct InterchangeClip: Hashable, Sendable {
    /// In ticks of the recording.
    let source: TimeRange
    let speed: Speed
}

/// What another program's file says about a recording.
package struct InterchangeEdit: Sendable {
    /// What is kept, in order; nil: the file does not say.
    package var clips: [InterchangeClip]?
    /// Whether the file says how fast clips play.
    var hasSpeeds = true
    /// All decisions, where Replay wrote the file; nil: somebody else did.
    var decisions: [EditDecision]?
    /// What it marks, and the recording does not.
    package var marks: [TimelineMark] = []
    /// What of the file is left out, in a sentence; nil: nothing.
    package var loss: String?
}

extension InterchangeEdit {
    /// So much beyond the end of the recording a clip may go: other programs measure a movie by its longest track.
    private static let tolerance = MediaTime.milliseconds(100)

    /// The clips within the recording, in order and without overlaps.
    /// - Parameter format: the file's.
    func checked(in duration: MediaTime, _ format: InterchangeFormat) throws(InterchangeError) -> InterchangeEdit {
        guard let clips else { return self }
        var checked = self
        var fitted: [InterchangeClip] = []
        let end = duration.adding(Self.tolerance.converted(to: duration.timescale, rounding: .down)) ?? duration
        for (index, clip) in clips.enumerated() {
            guard clip.source.start < duration, clip.source.end <= end else {
                throw InterchangeError(
                    format,
                    "clip \(index + 1), \(clip.source), reaches beyond the recording, which lasts \(duration.timecode())"
                )
            }
            var start = clip.source.start
            if let last = fitted.last, start < last.source.end {
                // Lengths at a speed may be a little too long, for they were rounded.
                let overlap = last.source.end - start
                guard format == .llc || overlap < Self.tolerance.converted(to: duration.timescale, rounding: .down)
                else {
                    throw InterchangeError(
                        format, "clip \(index + 1) begins before clip \(index) ends; Replay keeps the recording’s order"
                    )
                }
                start = last.source.end
            }
            guard let source = TimeRange(validatingStart: start, end: min(clip.source.end, duration)), !source.isEmpty
            else { continue }
            fitted.append(InterchangeClip(source: source, speed: clip.speed))
        }
        guard !fitted.isEmpty else { throw InterchangeError(format, "it keeps nothing of the recording") }
        checked.clips = fitted
        return checked
    }

    /// The decisions that the clips amount to.
    package func operations(of duration: MediaTime) -> [EditOperation] {
        guard let clips else { return [] }
        var kept: [TimeRange] = []
        for clip in clips {
            if let last = kept.last, last.end == clip.source.start {
                kept[kept.count - 1] = TimeRange(start: last.start, end: clip.source.end)
            } else {
                kept.append(clip.source)
            }
        }
        let isWhole = kept.count == 1 && kept[0].start <= .zero && kept[0].end >= duration
        let keeping: [EditOperation] = isWhole ? [] : kept.count == 1 ? [.trim(kept[0])] : [.keep(kept)]
        return keeping + clips.filter { $0.speed != .normal }.map { .speed($0.source, $0.speed) }
    }
}
