internal import MediaTime

extension Edit {
    /// The edit with one more decision.
    public func applying(_ operation: EditOperation) throws(EditError) -> Edit {
        var edit = self
        try edit.apply(operation)
        return edit
    }

    /// Makes one more decision, or throws and changes nothing. Apart from moving later cuts along, it takes
    /// time in proportion to the logarithm of the number of cuts.
    public mutating func apply(_ operation: EditOperation) throws(EditError) {
        let range = try ticks(of: operation.range)
        switch operation {
        case .trim: try setTrim(range)
        case .cut: try addCut(range)
        }
    }

    /// The edit with many more decisions, of which only the outcome must keep something: a cut of all that the
    /// present trim keeps is no error when a later trim keeps more. For n operations it takes n log n steps.
    public func applying(_ operations: some Sequence<EditOperation>) throws(EditError) -> Edit {
        var trim = trimTicks
        var cuts = cutTicks
        for operation in operations {
            let range = try ticks(of: operation.range)
            switch operation {
            case .trim: trim = range
            case .cut: cuts.append(range)
            }
        }
        return try deciding(trim: trim, cuts: cuts)
    }

    /// An edit of the same recording with just these decisions; the ranges are not empty and lie within it.
    func deciding(trim: Range<Int64>, cuts: [Range<Int64>]) throws(EditError) -> Edit {
        var edit = try Edit(duration: duration)
        edit.cutTicks.reserveCapacity(cuts.count)
        // Cuts in order only ever touch the last one, so none has to be moved along.
        for cut in cuts.sorted(by: { $0.lowerBound < $1.lowerBound }) { try edit.addCut(cut) }
        try edit.setTrim(trim)
        return edit
    }

    private mutating func setTrim(_ range: Range<Int64>) throws(EditError) {
        let candidate = cutTicks.partitioningIndex { $0.upperBound >= range.upperBound }
        let isCovered = candidate < cutTicks.endIndex && cutTicks[candidate].contains(range)
        guard !isCovered else { throw .keepsNothing(self.range(range)) }
        trimTicks = range
    }

    private mutating func addCut(_ range: Range<Int64>) throws(EditError) {
        let touched = cutsTouching(range)
        let merged = cutTicks[touched].reduce(range) {
            min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
        }
        guard !merged.contains(trimTicks) else { throw .keepsNothing(self.range(range)) }
        // n cuts leave at most n + 1 clips.
        let clipCount = cutTicks.count - touched.count + 2
        guard clipCount <= Self.clipLimit else { throw .tooManyClips(self.range(range)) }
        cutTicks.replaceSubrange(touched, with: CollectionOfOne(merged))
    }

    private func cutsTouching(_ range: Range<Int64>) -> Range<Int> {
        let first = cutTicks.partitioningIndex { $0.upperBound >= range.lowerBound }
        let end = cutTicks.partitioningIndex { $0.lowerBound > range.upperBound }
        return first..<end
    }

    private func ticks(of range: TimeRange) throws(EditError) -> Range<Int64> {
        let ticks = range.converted(to: timescale, rounding: .nearest)
        guard ticks.start >= .zero, ticks.end <= duration else {
            throw .outsideRecording(range, duration: duration)
        }
        guard !ticks.isEmpty else { throw .emptyRange(range) }
        return ticks.start.value..<ticks.end.value
    }
}
