/// The references between the frames of a closed GOP, read from their slice headers. A pure value.
package struct GOPReferences: Sendable {
    package struct Frame: Sendable {
        package let slices: [SliceHeader]
        let outcome: DecodedPictureBuffer.Outcome
        /// The presentation time.
        package let time: Int64

        var isReference: Bool { slices.contains(where: \.isReference) }
        /// The indices of all frames in the reference lists of its slices.
        package var references: Set<Int> { Set(outcome.refPicLists.joined().joined().compactMap(\.self)) }
    }

    /// The frames in decoding order. The first is the IDR.
    package let frames: [Frame]
    package let sets: [UInt32: ParameterSets]
    package let sequence: SequenceParameterSet

    /// Reads the references.
    /// - Parameters:
    ///   - frames: The frames in decoding order, from the IDR on: at least the beginning of each
    ///     unit, and the presentation time.
    ///   - sets: The parameter sets, by `pic_parameter_set_id`.
    /// - Returns: Nil if not all references are known. Fields, long-term references
    ///   and missing frames are not supported.
    package init?(_ frames: some Sequence<(units: [NALUnit], time: Int64)>, sets: [UInt32: ParameterSets]) {
        guard let sequence = sets.values.first?.sequence, sequence.frameMbsOnly, sequence.chromaFormatIdc == 1,
            sets.values.allSatisfy({ $0.sequence == sequence })
        else { return nil }
        var buffer = DecodedPictureBuffer(sequence)
        var known: [Frame] = []
        for (units, time) in frames {
            let slices = units.filter(\.isSlice).map { SliceHeader($0, rbsp: $0.rbsp, sets: sets) }
            guard !units.contains(where: \.isOfLayers), let slices = slices.unwrapped(),
                known.isEmpty == (slices.first?.start.idrPicID != nil),
                let outcome = buffer.decode(slices, of: known.count)
            else { return nil }
            known.append(Frame(slices: slices, outcome: outcome, time: time))
        }
        guard !known.isEmpty else { return nil }
        (self.frames, self.sets, self.sequence) = (known, sets, sequence)
    }
}

/// A splice point in a closed GOP: one of its frames becomes an IDR, so that the frames before it are not needed.
package struct GOPSplice: Sendable, Equatable {
    /// The frames to decode for the frame that becomes an IDR, and for `leading`.
    package let lead: GOPExcerpt
    /// The frames that are shown before the new IDR and must be encoded again:
    /// indices in the GOP, in presentation order.
    package let leading: [Int]
    /// The frame that becomes an IDR, and the frames that are shown after it.
    package let rest: GOPExcerpt
    /// True if every later frame refers only to the one before, and deblocking is off. A small
    /// error in the new IDR then does not grow.
    package let toleratesInexactIDR: Bool
}

extension GOPReferences {
    /// Returns the first splice point at the frame that is shown at `time`, or after it.
    /// - Parameter end: The first presentation time that is not needed.
    package func splice(from time: Int64, until end: Int64) -> GOPSplice? {
        let shown = shown(in: time..<end)
        let candidates = shown.enumerated().filter { $1 > 0 && frames[$1].isReference }
        for (index, frame) in candidates.prefix(Self.maxTries) {
            let splice = splice(at: frame, after: Array(shown[..<index]), before: shown[(index + 1)...])
            if let splice { return splice }
        }
        return nil
    }

    private static let maxTries = 8

    /// Returns the frames to decode in order to show some ranges, or nil if they cannot be taken out of the GOP.
    package func excerpt(showing ranges: [Range<Int64>]) -> GOPExcerpt? {
        GOPExcerpt(of: self, keeping: needed(for: ranges.flatMap(shown)))
    }

    /// Returns the frames that are visible in a range, in presentation order, including the one visible at its start.
    private func shown(in range: Range<Int64>) -> [Int] {
        let first = frames.map(\.time).filter { $0 <= range.lowerBound }.max() ?? range.lowerBound
        return frames.indices.filter { frames[$0].time >= first && frames[$0].time < range.upperBound }
            .sorted { frames[$0].time < frames[$1].time }
    }

    private func splice(at frame: Int, after leading: [Int], before following: ArraySlice<Int>) -> GOPSplice? {
        let kept = [frame] + following.sorted()
        // The new IDR must be decoded before all frames that are shown after it.
        guard following.allSatisfy({ $0 > frame }) else { return nil }
        // Direct prediction uses the motion vectors of `RefPicList1[0]` (8.4.1.2.1). The new IDR has none.
        let isDirectReference = kept.dropFirst().contains { index in
            frames[index].outcome.refPicLists.contains { $0.count > 1 && $0[1].first == frame }
        }
        guard !isDirectReference, let rest = GOPExcerpt(of: self, keeping: kept),
            let lead = GOPExcerpt(of: self, keeping: needed(for: leading + [frame]))
        else { return nil }
        let toleratesInexactIDR = kept.dropFirst().allSatisfy { index in
            frames[index].slices.allSatisfy {
                $0.refersAtMostToPreviousFrame && $0.deblocking.disableDeblockingFilterIdc == 1
            }
        }
        return GOPSplice(lead: lead, leading: leading, rest: rest, toleratesInexactIDR: toleratesInexactIDR)
    }

    /// Returns the wanted frames, the IDR and all frames that they refer to, in decoding order.
    private func needed(for wanted: [Int]) -> [Int] {
        var needed = Set(wanted + [0])
        for index in frames.indices.reversed() where needed.contains(index) {
            needed.formUnion(frames[index].references)
        }
        return needed.sorted()
    }
}
