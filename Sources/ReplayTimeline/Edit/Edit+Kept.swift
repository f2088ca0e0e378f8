public import MediaTime

extension Edit {
    /// What is kept of the recording, the trim without the cuts: at least one range, sorted, disjoint, none
    /// of them empty. It takes time in proportion to the number of cuts.
    public var kept: [TimeRange] { keptTicks.map(range) }

    /// What is kept, each with its place in the edited time.
    public var clips: [Clip] {
        var start: Int64 = 0
        return keptTicks.map { source in
            defer { start += Int64(source.count) }
            return Clip(source: range(source), start: time(start))
        }
    }

    /// How long the edited movie is: the sum of what is kept.
    public var editedDuration: MediaTime {
        time(keptTicks.reduce(0) { $0 + Int64($1.count) })
    }

    var keptTicks: [Range<Int64>] {
        var kept: [Range<Int64>] = []
        var start = trimTicks.lowerBound
        for cut in cutTicks where cut.overlaps(trimTicks) {
            if start < cut.lowerBound { kept.append(start..<cut.lowerBound) }
            start = cut.upperBound
        }
        if start < trimTicks.upperBound { kept.append(start..<trimTicks.upperBound) }
        return kept
    }
}
