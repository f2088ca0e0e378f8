package import MediaTime
package import ReplayTimeline

/// A clip of the recording in another program's file.
package struct InterchangeClip: Hashable, Sendable {
    /// The range, in ticks of the recording.
    let source: TimeRange
    let speed: Speed
}

/// The edit of a recording in another program's file.
package struct InterchangeEdit: Sendable {
    /// The kept clips, in order, or nil if the file does not say.
    package var clips: [InterchangeClip]?
    /// True if the file states the speed of clips.
    var hasSpeeds = true
    /// All operations if Replay wrote the file, or nil.
    var operations: [NumberedOperation]?
    /// The marks in the file that the recording does not have.
    package var marks: [TimelineMark] = []
    /// A sentence about the parts of the file that are left out, or nil if there are none.
    package var loss: String?
}

extension InterchangeEdit {
    /// The time that a clip may reach beyond the recording, because other programs measure a movie by its
    /// longest track.
    private static let tolerance = MediaTime.milliseconds(100)

    /// Returns the edit with its clips limited to the recording. They must be in the recording's order.
    /// - Parameter format: The file's format.
    func checked(in duration: MediaTime, _ format: InterchangeFormat) throws(InterchangeError) -> InterchangeEdit {
        guard let clips else { return self }
        var checked = self
        var fitted: [InterchangeClip] = []
        let end = duration.adding(Self.tolerance.converted(to: duration.timescale, rounding: .down)) ?? duration
        for (index, clip) in clips.enumerated() {
            guard clip.source.start < duration, clip.source.end <= end else {
                throw InterchangeError(
                    format,
                    reason: "clip \(index + 1), \(clip.source), "
                        + "extends beyond the recording, which lasts \(duration.timecode())")
            }
            var start = clip.source.start
            if let last = fitted.last, start < last.source.end {
                // Durations at a speed may be slightly too long because they were rounded.
                let overlap = last.source.end - start
                guard format == .llc || overlap < Self.tolerance.converted(to: duration.timescale, rounding: .down)
                else {
                    throw InterchangeError(
                        format,
                        reason: "clip \(index + 1) begins before clip \(index) ends; Replay keeps the recording’s order"
                    )
                }
                start = last.source.end
            }
            guard let source = TimeRange(validatingStart: start, end: min(clip.source.end, duration)), !source.isEmpty
            else { continue }
            fitted.append(InterchangeClip(source: source, speed: clip.speed))
        }
        guard !fitted.isEmpty else { throw InterchangeError(format, reason: "it keeps nothing of the recording") }
        checked.clips = fitted
        return checked
    }

    /// Returns the operations that produce the clips.
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
