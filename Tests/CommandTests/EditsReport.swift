import MediaTime

/// What `replay edits --json` says.
struct EditsReport: Decodable {
    let id: String
    let duration: MediaTime
    let editedDuration: MediaTime
    let kept: [TimeRange]
    let canUndo: Bool
    let canRedo: Bool

    /// Which pictures the edit shows from when on, given when each is shown in the recording: at a cut the one that
    /// was on the screen then.
    func pictures(shownAt times: [MediaTime]) -> [(place: Int, time: Double)] {
        var offset = 0.0
        return kept.flatMap { range -> [(Int, Double)] in
            defer { offset += range.duration.seconds }
            let first = times.lastIndex { $0 <= range.start } ?? 0
            return times.indices.filter { $0 == first || $0 > first && times[$0] < range.end }
                .map { ($0, max(0, times[$0].seconds - range.start.seconds) + offset) }
        }
    }
}
