import ReplayCommandLine

/// The kept ranges and the operations of an edit, as `--json` shows them.
struct EditReport: Encodable {
    let id: RecordingID
    let duration: MediaTime
    let editedDuration: MediaTime
    let kept: [TimeRange]
    /// The operations, in the order of their numbers.
    let operations: [Operation]
    let canUndo: Bool
    let canRedo: Bool
    /// A sentence about parts of the stored edit that were left out, or nil.
    let warning: String?
    /// The number of marks that the command added, or nil if it added none.
    let addedMarks: Int?

    struct Operation: Encodable {
        let numbered: NumberedOperation
        /// True if a later operation replaces this one.
        let isReplaced: Bool

        private enum CodingKeys: CodingKey { case number, operation, isEnabled, isReplaced }

        func encode(to encoder: any Encoder) throws {
            var values = encoder.container(keyedBy: CodingKeys.self)
            try values.encode(numbered.number, forKey: .number)
            try values.encode(numbered.operation.text, forKey: .operation)
            try values.encode(numbered.isEnabled, forKey: .isEnabled)
            try values.encode(isReplaced, forKey: .isReplaced)
        }
    }

    init(_ session: EditSession, addedMarks: Int = 0) {
        id = session.recording.id
        duration = session.edit.duration
        editedDuration = session.edit.editedDuration
        kept = session.edit.kept
        let replaced = session.history.numberedOperations.replacedNumbers
        operations = session.history.numberedOperations.map {
            Operation(numbered: $0, isReplaced: replaced.contains($0.number))
        }
        canUndo = session.history.canUndo
        canRedo = session.history.canRedo
        warning = session.warning
        self.addedMarks = addedMarks == 0 ? nil : addedMarks
    }

    /// Prints the report as JSON, or the kept ranges in a line.
    func print(_ output: OutputOptions) throws {
        if let warning { Terminal.say("replay: \(warning)") }
        if output.json { return try Output.json(self) }
        if let addedMarks { Swift.print(addedMarks == 1 ? "adds 1 mark" : "adds \(addedMarks) marks") }
        let ranges = kept.prefix(6).map(\.description).joined(separator: ", ")
        let more = kept.count > 6 ? " and \(kept.count - 6) more" : ""
        Swift.print("keeps \(editedDuration.timecode()) of \(duration.timecode()): \(ranges)\(more)")
        let others = operations.count {
            $0.numbered.isEnabled && !$0.isReplaced && !$0.numbered.operation.setsKeptRanges
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
    /// True if the line with the kept ranges shows all of the operation's effect.
    fileprivate var setsKeptRanges: Bool {
        switch self {
        case .trim, .cut, .keep: true
        case .speed, .video, .title, .annotation, .zoom, .camera, .mark, .pointer, .audio, .crop, .rotate, .style,
            .pointerLook, .keys, .captions:
            false
        }
    }
}
