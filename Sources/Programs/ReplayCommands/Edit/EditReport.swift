import ReplayCommandLine

/// What is kept, as `--json` shows it.
struct EditReport: Encodable {
    let id: RecordingID
    let duration: MediaTime
    let editedDuration: MediaTime
    let kept: [TimeRange]
    /// What was decided, in the order of its numbers.
    let operations: [Operation]
    let canUndo: Bool
    let canRedo: Bool
    /// What of the stored edit was left out, in a sentence.
    let warning: String?
    /// How many marks the command added.
    let addedMarks: Int?

    struct Operation: Encodable {
        let decision: EditDecision
        /// True if a later operation takes its place.
        let isReplaced: Bool

        private enum CodingKeys: CodingKey { case number, operation, isEnabled, isReplaced }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(decision.number, forKey: .number)
            try values.encode(decision.operation.text, forKey: .operation)
            try values.encode(decision.isEnabled, forKey: .isEnabled)
            try values.encode(isReplaced, forKey: .isReplaced)
        }
    }

    init(_ session: EditSession, addedMarks: Int = 0) {
        id = session.recording.id
        duration = session.edit.duration
        editedDuration = session.edit.editedDuration
        kept = session.edit.kept
        let replaced = session.history.decisions.replacedNumbers
        operations = session.history.decisions.map {
            Operation(decision: $0, isReplaced: replaced.contains($0.number))
        }
        canUndo = session.history.canUndo
        canRedo = session.history.canRedo
        warning = session.warning
        self.addedMarks = addedMarks == 0 ? nil : addedMarks
    }

    /// Prints it, or what is kept in a line.
    func print(_ output: OutputOptions) throws {
        if let warning { Terminal.say("replay: \(warning)") }
        if output.json { return try Output.json(self) }
        if let addedMarks { Swift.print(addedMarks == 1 ? "adds 1 mark" : "adds \(addedMarks) marks") }
        let ranges = kept.prefix(6).map(\.description).joined(separator: ", ")
        let more = kept.count > 6 ? " and \(kept.count - 6) more" : ""
        Swift.print("keeps \(editedDuration.timecode()) of \(duration.timecode()): \(ranges)\(more)")
        let others = operations.count {
            $0.decision.isEnabled && !$0.isReplaced && !$0.decision.operation.setsKeptRanges
        }
        if others > 0 {
            Swift.print(
                others == 1
                    ? "1 other operation; “replay edits” lists it"
                    : "\(others) other operations; “replay edits” lists them")
        }
    }
}

extension EditOperation {
    /// Whether the line that says what is kept tells all of it.
    fileprivate var setsKeptRanges: Bool {
        switch self {
        case .trim, .cut, .keep: true
        case .speed, .video, .title, .zoom, .camera, .mark, .pointer, .audio, .crop, .rotate, .captions: false
        }
    }
}
