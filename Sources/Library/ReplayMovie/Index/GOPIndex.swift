import MediaTime

/// The closed GOPs of a track: what of it can be copied by itself.
///
/// A pure value.
package struct GOPIndex: Sendable, Equatable {
    /// Frames that are decoded from an IDR on, without any before it or behind the last.
    package struct GOP: Sendable, Equatable {
        /// In decoding order; the first is the IDR.
        package let samples: Range<Int>
        /// When the IDR is shown, in the track's ticks: first of all of them.
        package let start: Int64
        /// When the last of them is shown.
        package let last: Int64
        /// The IDR's idr_pic_id; two IDRs that follow each other at once must differ in it.
        package let idrID: UInt32
        /// Its beginnings that end where no frame is decoded before one that is shown before it; ascending, without the empty
        /// one and the whole. None where frames are not reordered: there each beginning is one.
        package let prefixes: [Prefix]
    }

    /// The beginning of a GOP, in decoding order.
    package struct Prefix: Sendable, Equatable {
        /// The place of the first sample behind it.
        package let end: Int
        /// When its last frame is shown.
        package let last: Int64
        /// When the first frame behind it is shown.
        package let next: Int64
    }

    /// An IDR: the place of its sample, and its idr_pic_id.
    package typealias IDR = (sample: Int, id: UInt32)

    /// Ascending.
    package let gops: [GOP]
    /// How many frames stand, at most, before one in decoding order that are shown after it.
    package let reorderDepth: Int

    /// - Parameters:
    ///   - samples: the track's, in decoding order.
    ///   - idrs: ascending.
    /// - Returns: nil where there is no group, or one is not closed, whatever its frames are called: one is shown
    ///   before its IDR, or after the next.
    package init?(samples: SampleTable, idrs: [IDR]) {
        guard let first = idrs.first, samples[..<first.sample].allSatisfy({ $0.pts < samples[first.sample].pts }) else {
            return nil
        }
        var gops: [GOP] = []
        var depth = 0
        for (number, idr) in idrs.enumerated() {
            let end = number + 1 < idrs.count ? idrs[number + 1].sample : samples.count
            let group = samples[idr.sample..<end]
            let start = samples[idr.sample].pts
            guard let last = group.map(\.pts).max(), group.allSatisfy({ $0.pts >= start }),
                gops.last.map({ $0.last < start }) ?? true
            else { return nil }
            depth = max(depth, Self.depth(group))
            gops.append(
                GOP(
                    samples: idr.sample..<end, start: start, last: last, idrID: idr.id,
                    prefixes: Self.prefixes(of: group)))
        }
        self.gops = gops
        reorderDepth = depth
    }

    /// The place of the first group that begins at `time` or later.
    package func first(from time: Int64) -> Int { gops.partitioningIndex { $0.start >= time } }

    /// Whether no frame stands before the first group.
    package var beginsTrack: Bool { gops.first?.samples.lowerBound == 0 }

    /// The idr_pic_id of a sample; nil where it is no IDR.
    package func idrID(ofSample sample: Int) -> UInt32? {
        let place = gops.partitioningIndex { $0.samples.lowerBound >= sample }
        guard place < gops.count, gops[place].samples.lowerBound == sample else { return nil }
        return gops[place].idrID
    }

    private static func prefixes(of group: Slice<SampleTable>) -> [Prefix] {
        let times = group.map(\.pts)
        guard zip(times, times.dropFirst()).contains(where: >) else { return [] }
        // The earliest of all from each place on.
        var earliest = times
        for place in times.indices.dropLast().reversed() { earliest[place] = min(times[place], earliest[place + 1]) }
        var (prefixes, last) = ([Prefix](), times[0])
        for place in times.indices.dropFirst() {
            if last < earliest[place] {
                prefixes.append(Prefix(end: group.startIndex + place, last: last, next: earliest[place]))
            }
            last = max(last, times[place])
        }
        return prefixes
    }

    private static func depth(_ group: Slice<SampleTable>) -> Int {
        let shown = group.indices.sorted { group[$0].pts < group[$1].pts }
        return shown.enumerated().map { $1 - group.startIndex - $0 }.max() ?? 0
    }
}
