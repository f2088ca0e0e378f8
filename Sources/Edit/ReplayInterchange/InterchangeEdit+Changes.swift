package import ReplayTimeline

extension InterchangeEdit {
    /// Returns the changes, made together, that give the recording the file's edit. Operations of a kind that the format
    /// cannot express stay. For example, effects stay if the file is an EDL.
    package func changes(to history: EditHistory) -> [EditChange] {
        let clipped = operations(of: history.edit.duration)
        var wanted = clipped.map { NumberedOperation(number: 0, operation: $0, isEnabled: true) }
        var replaced: Set<InterchangeFeature> = clips == nil ? [] : hasSpeeds ? [.cuts, .speeds] : [.cuts]
        if let written = operations {
            replaced = [.cuts, .speeds, .effects, .crop, .rotation, .marks]
            let isUnchanged = agrees(with: written, in: history)
            wanted =
                isUnchanged
                ? written : wanted + written.filter { ![.cuts, .speeds].contains($0.operation.feature) }
        }
        let standing = history.numberedOperations.filter { replaced.contains($0.operation.feature) }
        let isSame =
            standing.map(\.operation) == wanted.map(\.operation) && standing.map(\.isEnabled) == wanted.map(\.isEnabled)
        let changes = isSame ? [] : Self.changes(from: standing, to: wanted, in: history)
        return changes + marks.map { .perform($0.operation) }
    }

    /// Returns true if the operations still produce the file's clips, so that no other program has changed them.
    private func agrees(with written: [NumberedOperation], in history: EditHistory) -> Bool {
        let operations = written.filter(\.isEnabled).map(\.operation)
        guard let whole = try? Edit(duration: history.edit.duration), let edit = try? whole.applying(operations) else {
            return false
        }
        return edit.clips.map { InterchangeClip(source: $0.source, speed: $0.speed) } == clips
    }

    private static func changes(
        from standing: [NumberedOperation], to wanted: [NumberedOperation], in history: EditHistory
    ) -> [EditChange] {
        let removals = standing.map { EditChange.remove($0.number) }
        let made = wanted.map { EditChange.perform($0.operation) }
        let disabled = wanted.enumerated().filter { !$1.isEnabled }
            .map { EditChange.enable(history.nextNumber + $0.offset, false) }
        return removals + made + disabled
    }
}
