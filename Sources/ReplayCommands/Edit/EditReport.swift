import Replay
import ReplayCommandLine

/// What is kept, as `--json` shows it.
struct EditReport: Encodable {
    let id: RecordingID
    let duration: MediaTime
    let editedDuration: MediaTime
    let kept: [TimeRange]
    let canUndo: Bool
    let canRedo: Bool
    /// What of the stored edit was left out, in a sentence.
    let warning: String?

    init(_ session: EditSession) {
        id = session.recording.id
        duration = session.edit.duration
        editedDuration = session.edit.editedDuration
        kept = session.edit.kept
        canUndo = session.history.canUndo
        canRedo = session.history.canRedo
        warning = session.warning
    }

    /// Prints it, or what is kept in a line.
    func print(_ output: OutputOptions) throws {
        if let warning { Terminal.say("replay: \(warning)") }
        if output.json { return try Output.json(self) }
        let ranges = kept.prefix(6).map(\.description).joined(separator: ", ")
        let more = kept.count > 6 ? " and \(kept.count - 6) more" : ""
        Swift.print("keeps \(editedDuration.timecode()) of \(duration.timecode()): \(ranges)\(more)")
    }
}
