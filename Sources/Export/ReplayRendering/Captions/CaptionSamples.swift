import MediaTime
import ReplayComposition
import ReplayTimeline

/// Captions as the samples of a track, which shows one text at a time. A pure value.
struct CaptionSamples: Equatable {
    /// A text and the range in which it is shown, in milliseconds.
    struct Sample: Equatable {
        var range: Range<Int64>
        let text: String
    }

    /// The samples in ascending order. Nothing is shown between them.
    private(set) var samples: [Sample] = []

    /// The maximum size of all texts, in bytes. Overlapping cues repeat their text, so a small file can make a large
    /// track.
    static let sizeLimit = 64 << 20

    /// - Parameter captions: The captions of the output. Simultaneous cues are shown one below the other, in the order
    ///   of their start times.
    /// - Throws: `CaptionsError` if the texts are larger than `sizeLimit`.
    init(_ captions: Captions) throws(CaptionsError) {
        let cues = captions.cues.map { (range: Self.milliseconds($0.range), text: $0.plainText) }
            .filter { !$0.range.isEmpty && !$0.text.isEmpty }
        let borders = cues.indices.flatMap { cue in
            [(time: cues[cue].range.lowerBound, cue: cue), (time: cues[cue].range.upperBound, cue: cue)]
        }.sorted { $0.time < $1.time }
        var active: [Int] = []
        var size = 0
        for (border, next) in zip(borders, borders.dropFirst()) {
            let place = active.partitioningIndex { $0 >= border.cue }
            if place < active.count, active[place] == border.cue {
                active.remove(at: place)
            } else {
                active.insert(border.cue, at: place)
            }
            guard !active.isEmpty, border.time < next.time else { continue }
            let text = active.map { cues[$0].text }.joined(separator: "\n")
            size += text.utf8.count
            guard size <= Self.sizeLimit else {
                throw CaptionsError(
                    path: "the captions", line: nil,
                    reason: "they overlap so much that their track would exceed "
                        + "\(Self.sizeLimit >> 20) MiB")
            }
            append(Sample(range: border.time..<next.time, text: text))
        }
    }

    private mutating func append(_ sample: Sample) {
        if let last = samples.last, last.text == sample.text, last.range.upperBound == sample.range.lowerBound {
            samples[samples.count - 1].range = last.range.lowerBound..<sample.range.upperBound
        } else {
            samples.append(sample)
        }
    }

    private static func milliseconds(_ range: TimeRange) -> Range<Int64> {
        let range = range.converted(to: 1000, rounding: .nearest)
        return range.start.value..<range.end.value
    }
}
