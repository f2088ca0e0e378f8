public import MediaTime

/// Tells where an instant of the recording stands in the edit, and the other way round.
///
/// Built once from an edit, in time proportional to its cuts; each question is answered by binary search. Answers
/// are in the recording's timescale. A question in a finer one counts as the tick it lies in, so it never moves
/// across a cut.
public struct EditMap: Hashable, Sendable {
    /// The clips that the map goes by, in order.
    public let clips: [Clip]
    private let timescale: Int32

    /// The map of an edit.
    public init(_ edit: Edit) {
        self.clips = edit.clips
        self.timescale = edit.timescale
    }

    /// How long the edited movie is.
    public var editedDuration: MediaTime {
        clips.last.map { $0.edited.end } ?? .zero
    }

    /// Where an instant of the recording stands in the edit, or `nil` when it was removed.
    public func editedTime(at recordingTime: MediaTime) -> MediaTime? {
        let instant = tick(recordingTime)
        guard let clip = firstClip(endingAfter: instant), clip.source.contains(instant) else { return nil }
        return clip.editedTime(at: instant)
    }

    /// Where an instant of the recording stands in the edit, or, when it was removed, the next one that is kept.
    ///
    /// - Returns: `nil` when nothing is kept from that instant on.
    public func nextEditedTime(from recordingTime: MediaTime) -> MediaTime? {
        let instant = tick(recordingTime)
        guard let clip = firstClip(endingAfter: instant) else { return nil }
        return clip.editedTime(at: max(instant, clip.source.start))
    }

    /// Which instant of the recording is shown at an instant of the edit.
    ///
    /// - Returns: `nil` before zero and from the end of the edit on.
    public func recordingTime(at editedTime: MediaTime) -> MediaTime? {
        let instant = tick(editedTime)
        let index = clips.partitioningIndex { $0.start > instant }
        guard index > 0, instant < editedDuration else { return nil }
        let clip = clips[index - 1]
        return clip.recordingTime(at: instant)
    }

    private func firstClip(endingAfter instant: MediaTime) -> Clip? {
        let index = clips.partitioningIndex { $0.source.end > instant }
        return index < clips.endIndex ? clips[index] : nil
    }

    private func tick(_ time: MediaTime) -> MediaTime {
        time.converted(to: timescale, rounding: .down)
    }
}
