/// Which frames of a closed GOP refer to which others, from the headers of their slices. A pure value.
package struct GOPReferences: Sendable {
    package struct Frame: Sendable {
        package let slices: [SliceHeader]
        let outcome: ReferenceBuffer.Outcome
        /// When it is shown.
        package let time: Int64

        var isReference: Bool { slices.contains(where: \.isReference) }
        /// All that it refers to.
        package var references: Set<Int> { Set(outcome.lists.joined().joined().compactMap(\.self)) }
    }

    /// In decoding order; the first is the IDR.
    package let frames: [Frame]
    package let sets: [UInt32: ParameterSets]
    package let sequence: SequenceParameterSet

    /// - Parameters:
    ///   - frames: in decoding order, the first the IDR: of the units of each at least the beginnings, and when it is shown.
    ///   - sets: that their slices go by, by the ids of the picture parameter sets.
    /// - Returns: nil where the references are not known for all of them: they are fields, refer to long-term references, or
    ///   frames are missing.
    package init?(_ frames: some Sequence<(units: [NALUnit], time: Int64)>, _ sets: [UInt32: ParameterSets]) {
        guard let sequence = sets.values.first?.sequence, sequence.isProgressive, sequence.chromaFormat == 1,
            sets.values.allSatisfy({ $0.sequence == sequence })
        else { return nil }
        var buffer = ReferenceBuffer(sequence)
        var known: [Frame] = []
        for (units, time) in frames {
            let slices = units.filter(\.isSlice).map { SliceHeader($0, $0.payload, sets) }
            guard !units.contains(where: \.isOfLayers), let slices = slices.unwrapped(),
                known.isEmpty == (slices.first?.start.idrID != nil), let outcome = buffer.take(slices, known.count)
            else { return nil }
            known.append(Frame(slices: slices, outcome: outcome, time: time))
        }
        guard !known.isEmpty else { return nil }
        (self.frames, self.sets, self.sequence) = (known, sets, sequence)
    }
}

/// Where a closed GOP can go on without the frames before: one of its frames becomes an IDR.
package struct GOPSplice: Sendable, Equatable {
    /// What must be decoded for the frame that becomes an IDR, and for `leading`.
    package let lead: GOPExcerpt
    /// The frames that are shown before it and cannot stay as they are coded, by their places in the GOP, as they are shown.
    package let leading: [Int]
    /// The frame that becomes an IDR, and all that is shown after it.
    package let rest: GOPExcerpt
    /// Whether each frame behind the first refers to the one before alone, and nothing is smoothed: what is a little off in the first
    /// stays so in the others, and does not grow.
    package let isPlain: Bool
}

extension GOPReferences {
    /// The first splice at the frame that is on the screen at `time`, or after it.
    /// - Parameter end: no frame is wanted that is shown then or later.
    package func splice(from time: Int64, until end: Int64) -> GOPSplice? {
        let shown = shown(in: time..<end)
        let candidates = shown.enumerated().filter { $1 > 0 && frames[$1].isReference }
        for (place, frame) in candidates.prefix(Self.maxTries) {
            let splice = splice(at: frame, behind: Array(shown[..<place]), before: shown[(place + 1)...])
            if let splice { return splice }
        }
        return nil
    }

    private static let maxTries = 8

    /// What must be decoded to show the frames of some ranges.
    package func excerpt(showing ranges: [Range<Int64>]) -> GOPExcerpt? {
        GOPExcerpt(of: self, keeping: needed(for: ranges.flatMap(shown)))
    }

    /// The frames on the screen in a range, the one included that is at its beginning, as they are shown.
    private func shown(in range: Range<Int64>) -> [Int] {
        let first = frames.map(\.time).filter { $0 <= range.lowerBound }.max() ?? range.lowerBound
        return frames.indices.filter { frames[$0].time >= first && frames[$0].time < range.upperBound }
            .sorted { frames[$0].time < frames[$1].time }
    }

    private func splice(at frame: Int, behind leading: [Int], before following: ArraySlice<Int>) -> GOPSplice? {
        let kept = [frame] + following.sorted()
        // One that is decoded before the IDR could not be shown after it.
        guard following.allSatisfy({ $0 > frame }) else { return nil }
        // A prediction from where the frame's own blocks moved does not outlive that it becomes an IDR.
        let predictsFromIt = kept.dropFirst().contains { place in
            frames[place].outcome.lists.contains { $0.count > 1 && $0[1].first == frame }
        }
        guard !predictsFromIt, let rest = GOPExcerpt(of: self, keeping: kept),
            let lead = GOPExcerpt(of: self, keeping: needed(for: leading + [frame]))
        else { return nil }
        let isPlain = kept.dropFirst().allSatisfy { place in
            frames[place].slices.allSatisfy { $0.isPlain && $0.deblocking.disabled == 1 }
        }
        return GOPSplice(lead: lead, leading: leading, rest: rest, isPlain: isPlain)
    }

    /// The frames without which some cannot be decoded, and they, in decoding order; the first is the IDR.
    private func needed(for wanted: [Int]) -> [Int] {
        var needed = Set(wanted + [0])
        for place in frames.indices.reversed() where needed.contains(place) {
            needed.formUnion(frames[place].references)
        }
        return needed.sorted()
    }
}
