extension RecordingDescription {
    /// The description for viewers, who get only what the edit shows. Events of the recording, marks in removed parts, and
    /// messages with paths are left out.
    var forViewers: RecordingDescription {
        var description = self
        description.summary.problem = nil
        (description.tracks, description.ranges, description.points) = ([], [], [])
        description.marks = marks.filter { edit.keeps($0.time) }
        description.edit = edit.forViewers
        return description
    }
}

extension EditDescription {
    /// The edit for viewers: its clips and the marks in them, without its operations and history.
    var forViewers: EditDescription {
        var edit = self
        (edit.trim, edit.cuts, edit.operations) = ([], [], [])
        (edit.canUndo, edit.canRedo, edit.warning) = (false, false, nil)
        edit.marks = marks.filter { keeps($0.time) }
        edit.shownRevision = revision
        return edit
    }

    /// Returns true if a clip contains an instant of the recording, in ticks.
    fileprivate func keeps(_ time: Int64) -> Bool { clips.contains { $0[0] <= time && time < $0[1] } }
}
