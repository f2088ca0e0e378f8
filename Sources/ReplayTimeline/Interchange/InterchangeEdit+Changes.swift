extension InterchangeEdit {
    /// The changes after which the recording is edited as the file says. What the file does not speak of stays: an EDL knows
    /// no effects, so those that there are go on.
    package func changes(to history: EditHistory) -> [EditChange] {
        let clipped = operations(of: history.edit.duration)
        var wanted = clipped.map { EditDecision(number: 0, operation: $0, isEnabled: true) }
        var replaced: Set<InterchangeFeature> = clips == nil ? [] : hasSpeeds ? [.cuts, .speeds] : [.cuts]
        if let decisions {
            replaced = [.cuts, .speeds, .effects, .crop, .rotation]
            let isUnchanged = agrees(with: decisions, in: history)
            wanted =
                isUnchanged
                ? decisions : wanted + decisions.filter { ![.cuts, .speeds].contains($0.operation.feature) }
        }
        let standing = history.decisions.filter { replaced.contains($0.operation.feature) }
        let isSame =
            standing.map(\.operation) == wanted.map(\.operation) && standing.map(\.isEnabled) == wanted.map(\.isEnabled)
        return isSame ? [] : Self.changes(from: standing, to: wanted, in: history)
    }

    /// Whether the decisions still amount to the file's clips: no other program has changed them.
    private func agrees(with decisions: [EditDecision], in history: EditHistory) -> Bool {
        let operations = decisions.filter(\.isEnabled).map(\.operation)
        guard let whole = try? Edit(duration: history.edit.duration), let edit = try? whole.applying(operations) else {
            return false
        }
        return edit.clips.map { InterchangeClip(source: $0.source, speed: $0.speed) } == clips
    }

    /// Of so many operations an order is looked for in which each can be made: that takes as much time as their square.
    private static let maxReordered = 2000

    /// Each change is one that can be, for undo goes through them one by one.
    private static func changes(
        from standing: [EditDecision], to wanted: [EditDecision], in history: EditHistory
    ) -> [EditChange] {
        let removals = standing.sorted { $0.removalOrder < $1.removalOrder }.map { EditChange.remove($0.number) }
        let first = history.nextNumber
        let plain = wanted.enumerated().flatMap { index, decision in
            [.perform(decision.operation)] + (decision.isEnabled ? [] : [EditChange.enable(first + index, false)])
        }
        if wanted.count > Self.maxReordered || history.allows(removals + plain) { return removals + plain }
        // What was decided in another order, and is possible only as a whole: nothing counts before all of it is there.
        let idle = wanted.enumerated().flatMap { index, decision in
            let number = first + index
            return [.perform(.rotate(.none)), .enable(number, false), EditChange.replace(number, decision.operation)]
        }
        let enabled = wanted.enumerated().filter(\.element.isEnabled).sorted {
            // As removals the other way round.
            ($0.element.removalRank, $0.offset) > ($1.element.removalRank, $1.offset)
        }
        return removals + idle + enabled.map { .enable(first + $0.offset, true) }
    }
}

extension EditDecision {
    /// Without the cuts more is kept, whatever the trim is; without an earlier trim the last one still counts.
    fileprivate var removalRank: Int {
        switch operation {
        case .cut: 0
        case .trim, .keep: 1
        default: 2
        }
    }

    fileprivate var removalOrder: Int { removalRank * 1_000_000_000 + number }
}

extension EditHistory {
    /// The number that the next decision gets.
    fileprivate var nextNumber: Int {
        changes.prefix(position).count { if case .perform = $0 { true } else { false } } + 1
    }

    fileprivate func allows(_ changes: [EditChange]) -> Bool {
        var history = self
        for change in changes where (try? history.change(change)) == nil { return false }
        return true
    }
}
