import MediaTime

/// The closed GOPs of a track. Each can be copied without the others.
///
/// The index is a pure value.
package struct GOPIndex: Sendable, Equatable {
    /// The frames from an IDR to the next. They can be decoded without any frame before the IDR or after the last one.
    package struct GOP: Sendable, Equatable {
        /// The samples of the GOP, in decoding order. The first is the IDR.
        package let samples: Range<Int>
        /// The presentation time of the IDR, in the track's ticks: the first of the GOP.
        package let start: Int64
        /// The presentation time of the frame that is shown last.
        package let last: Int64
        /// The `idr_pic_id` of the IDR. It must differ between two IDRs that follow each other directly (H.264, 7.4.3).
        package let idrPicID: UInt32
        /// The prefixes whose frames are all shown before the rest, ascending, without the empty prefix and the
        /// complete GOP. Empty if frames are not reordered, because then each prefix is one.
        package let prefixes: [Prefix]
    }

    /// The first frames of a GOP, in decoding order.
    package struct Prefix: Sendable, Equatable {
        /// The index of the first sample after the prefix.
        package let end: Int
        /// The presentation time of the prefix's last frame.
        package let last: Int64
        /// The presentation time of the first frame after the prefix.
        package let next: Int64
    }

    /// An IDR: the index of its sample, and its `idr_pic_id`.
    package typealias IDR = (sample: Int, id: UInt32)

    /// The GOPs in ascending order.
    package let gops: [GOP]
    /// The reorder depth: the largest number of frames that precede a frame in decoding order
    /// and follow it in presentation order.
    package let reorderDepth: Int

    /// Creates the index.
    /// - Parameters:
    ///   - samples: The track's samples, in decoding order.
    ///   - idrs: The IDRs, ascending.
    /// - Returns: Nil if there are no IDRs, or if a GOP is not closed. A closed GOP shows no
    ///   frame before its IDR or after the next.
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
                    samples: idr.sample..<end, start: start, last: last, idrPicID: idr.id,
                    prefixes: Self.prefixes(of: group)))
        }
        self.gops = gops
        reorderDepth = depth
    }

    /// Returns the index of the first GOP that begins at `time` or later.
    package func first(from time: Int64) -> Int { gops.partitioningIndex { $0.start >= time } }

    /// True if no frame precedes the first GOP.
    package var beginsTrack: Bool { gops.first?.samples.lowerBound == 0 }

    /// Returns the `idr_pic_id` of a sample, or nil if it is not an IDR.
    package func idrPicID(ofSample sample: Int) -> UInt32? {
        let place = gops.partitioningIndex { $0.samples.lowerBound >= sample }
        guard place < gops.count, gops[place].samples.lowerBound == sample else { return nil }
        return gops[place].idrPicID
    }

    private static func prefixes(of group: Slice<SampleTable>) -> [Prefix] {
        let times = group.map(\.pts)
        guard zip(times, times.dropFirst()).contains(where: >) else { return [] }
        // The smallest presentation time from each index to the end.
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
