/// The samples of a track in decoding order.
///
/// The table is compact, because a recording of hours has millions of samples. Samples with the same duration and
/// composition offset, such as audio packets, take 4 bytes each, others 12. The table is a pure value.
package struct SampleTable: Sendable {
    /// A run of samples that are contiguous both in the file and in time.
    private struct Run {
        /// The first sample's decoding time, and the offset of its data in the file.
        let dts: Int64
        let offset: Int64
        /// The index of the first sample in the table.
        let first: UInt32
        /// The index in `timings` of the first sample's timing, or of the timing that all samples share.
        let timing: UInt32
        let sharesTiming: Bool
    }

    private struct Timing: Equatable {
        /// The end of the sample in ticks from the start of its run; for a shared timing, the duration of each sample.
        let end: UInt32
        /// The difference between presentation time and decoding time, in ticks.
        let compositionOffset: Int32

        init(_ sample: MovieIndex.Sample, end: Int64) {
            self.end = UInt32(clamping: end)
            compositionOffset = Int32(clamping: sample.pts.subtractingReportingOverflow(sample.dts).partialValue)
        }
    }

    /// The runs in ascending order.
    private var runs: [Run] = []
    private var timings: [Timing] = []
    /// The end of each sample's data, in bytes from the start of its run. The highest bit is set for a keyframe.
    private var ends: [UInt32] = []

    /// The largest size of a run, in bytes and in ticks.
    private static let runLimit: Int64 = 0x7FFF_FFFF
    private static let keyframeBit: UInt32 = 0x8000_0000

    package init() {}

    /// Creates a table.
    /// - Parameter samples: The samples in decoding order.
    package init(_ samples: [MovieIndex.Sample]) {
        ends.reserveCapacity(samples.count)
        var start = 0
        while start < samples.count {
            let end = Self.endOfRun(in: samples, from: start)
            append(run: samples[start..<end])
            start = end
        }
    }

    private static func endOfRun(in samples: [MovieIndex.Sample], from start: Int) -> Int {
        let first = samples[start]
        var (bytes, ticks, end) = (Int64(first.size), first.duration, start + 1)
        while end < samples.count {
            let next = samples[end]
            guard next.offset == first.offset + bytes, next.dts == first.dts + ticks else { break }
            bytes += Int64(next.size)
            ticks += next.duration
            guard Swift.max(bytes, ticks) <= runLimit else { break }
            end += 1
        }
        return end
    }

    private mutating func append(run: ArraySlice<MovieIndex.Sample>) {
        guard let first = run.first else { return }
        let shared = Timing(first, end: first.duration)
        let sharesTiming = run.allSatisfy { Timing($0, end: $0.duration) == shared }
        let timing = sharesTiming ? place(of: shared) : timings.count
        if !sharesTiming {
            var end: Int64 = 0
            for sample in run {
                end += sample.duration
                timings.append(Timing(sample, end: end))
            }
        }
        runs.append(
            Run(
                dts: first.dts, offset: first.offset, first: UInt32(clamping: ends.count),
                timing: UInt32(clamping: timing), sharesTiming: sharesTiming))
        var bytes: UInt32 = 0
        for sample in run {
            bytes += UInt32(sample.size)
            ends.append(bytes | (sample.isKeyframe ? Self.keyframeBit : 0))
        }
    }

    /// Returns the index of a shared timing. Most runs of a track have the same timing as the run before.
    private mutating func place(of shared: Timing) -> Int {
        if let last = runs.last, last.sharesTiming, timings[Int(last.timing)] == shared { return Int(last.timing) }
        timings.append(shared)
        return timings.count - 1
    }

    /// Appends the samples of the following part of the track.
    mutating func append(_ next: SampleTable) {
        for (number, run) in next.runs.enumerated() {
            let end = number + 1 < next.runs.count ? Int(next.runs[number + 1].first) : next.ends.count
            let timing = Int(run.timing)
            let place = run.sharesTiming ? place(of: next.timings[timing]) : timings.count
            if !run.sharesTiming { timings += next.timings[timing..<timing + end - Int(run.first)] }
            runs.append(
                Run(
                    dts: run.dts, offset: run.offset, first: UInt32(clamping: ends.count),
                    timing: UInt32(clamping: place), sharesTiming: run.sharesTiming))
            ends += next.ends[Int(run.first)..<end]
        }
    }

    /// Releases unused capacity of the arrays.
    mutating func shrink() {
        (runs, timings, ends) = (Array(runs[...]), Array(timings[...]), Array(ends[...]))
    }
}

extension SampleTable: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { ends.count }

    package subscript(position: Int) -> MovieIndex.Sample {
        var (low, high) = (0, runs.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if runs[middle].first > position { high = middle } else { low = middle }
        }
        return sample(position, in: runs[low])
    }

    private func sample(_ position: Int, in run: Run) -> MovieIndex.Sample {
        let number = position - Int(run.first)
        let start = number == 0 ? 0 : ends[position - 1] & ~Self.keyframeBit
        let end = ends[position] & ~Self.keyframeBit
        let (ticks, duration, compositionOffset) = timing(of: number, in: run)
        let dts = run.dts + ticks
        return MovieIndex.Sample(
            dts: dts, pts: dts + compositionOffset, duration: duration,
            offset: run.offset + Int64(start), size: Int32(end - start),
            isKeyframe: ends[position] & Self.keyframeBit != 0)
    }

    private func timing(of number: Int, in run: Run) -> (start: Int64, duration: Int64, compositionOffset: Int64) {
        let place = Int(run.timing)
        let timing = timings[run.sharesTiming ? place : place + number]
        let duration = Int64(timing.end)
        if run.sharesTiming { return (duration * Int64(number), duration, Int64(timing.compositionOffset)) }
        let start = number == 0 ? 0 : Int64(timings[place + number - 1].end)
        return (start, duration - start, Int64(timing.compositionOffset))
    }

    /// An iterator that steps through the runs, so that it does not search the run of each sample.
    package struct Iterator: IteratorProtocol {
        fileprivate let table: SampleTable
        private var position = 0
        private var run = 0

        fileprivate init(_ table: SampleTable) { self.table = table }

        package mutating func next() -> MovieIndex.Sample? {
            guard position < table.ends.count else { return nil }
            defer { position += 1 }
            if run + 1 < table.runs.count, table.runs[run + 1].first == position { run += 1 }
            return table.sample(position, in: table.runs[run])
        }
    }

    package func makeIterator() -> Iterator { Iterator(self) }

    /// Maps the samples with the iterator. The default implementation would search the run of each sample.
    package func map<Value, Failure: Error>(
        _ transform: (MovieIndex.Sample) throws(Failure) -> Value
    ) throws(Failure) -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        var samples = makeIterator()
        while let sample = samples.next() { values.append(try transform(sample)) }
        return values
    }
}
