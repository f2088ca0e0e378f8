public import MediaTime

/// A map from instants of the recording to edited time, and back.
///
/// The map is built once from an edit, in time proportional to the number of cuts; each lookup is a binary search.
/// Results are in the recording's timescale. A time in a finer timescale is rounded down to a tick, so that it never
/// moves across a cut.
public struct EditMap: Hashable, Sendable {
    /// The clips of the edit, in order.
    public let clips: [Clip]
    private let timescale: Int32

    /// Creates the map of an edit.
    public init(_ edit: Edit) {
        self.clips = edit.clips
        self.timescale = edit.timescale
    }

    /// The duration of the edited movie.
    public var editedDuration: MediaTime {
        clips.last.map { $0.edited.end } ?? .zero
    }

    /// Returns the edited time of an instant of the recording, or nil if the instant was removed.
    public func editedTime(at recordingTime: MediaTime) -> MediaTime? {
        let instant = tick(recordingTime)
        guard let clip = firstClip(endingAfter: instant), clip.source.contains(instant) else { return nil }
        return clip.editedTime(at: instant)
    }

    /// Returns the edited time of an instant of the recording, or of the next kept instant if this one was removed.
    ///
    /// - Returns: The edited time, or nil if nothing from that instant on is kept.
    public func nextEditedTime(from recordingTime: MediaTime) -> MediaTime? {
        let instant = tick(recordingTime)
        guard let clip = firstClip(endingAfter: instant) else { return nil }
        return clip.editedTime(at: max(instant, clip.source.start))
    }

    /// Returns the instant of the recording that is shown at an instant of the edit.
    ///
    /// - Returns: The instant, or nil before zero and from the end of the edit on.
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
