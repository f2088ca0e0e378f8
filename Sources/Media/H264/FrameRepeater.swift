/// Repeats frames of a stream without decoding it. The frames after a repeated one get new numbers.
///
/// The stream must have been coded without B frames, with CAVLC, and each frame must refer to the previous frame only.
/// A pure value: it gets the samples in decoding order.
package struct FrameRepeater: Sendable {
    private let rewriter: SliceRewriter
    private let lengthSize: Int
    /// The number of the next frame since the IDR, and how many of the frames before it are repetitions. Nil before the
    /// first IDR, and after a frame that cannot be renumbered.
    private var next: (absFrameNum: Int64, repetitions: Int64)?

    /// - Returns: Nil if the frames of a stream with these parameter sets cannot be repeated.
    package init?(_ configuration: AVCConfiguration) {
        guard configuration.pictureParameterSets.count == 1, let sets = configuration.parameterSets.values.first,
            let rewriter = try? SliceRewriter(from: sets, to: sets),
            // A stream that has no such slice is sent without repetitions.
            (try? rewriter.repetition(absFrameNum: 1)) != nil
        else { return nil }
        self.rewriter = rewriter
        lengthSize = configuration.lengthSize
    }

    /// Returns the frame with its number in the stream with repetitions.
    /// - Parameter sample: The frame as MP4 stores it.
    package mutating func renumbered(_ sample: [UInt8]) -> [UInt8] {
        guard var frame = AccessUnit(sample: sample, lengthSize: lengthSize) else {
            next = nil
            return sample
        }
        if frame.isIDR { next = (0, 0) }
        guard let (number, repetitions) = next else { return sample }
        next = (number + 1, repetitions)
        guard repetitions > 0 else { return sample }
        do throws(SliceRewriter.Mismatch) {
            for index in frame.units.indices where frame.units[index].isSlice {
                frame.units[index] = try rewriter.rewritten(frame.units[index], absFrameNum: number, idrPicID: 0)
            }
        } catch {
            next = nil
            return sample
        }
        return frame.sample(lengthSize: lengthSize)
    }

    /// Returns a frame that shows the last one again, as MP4 stores it; nil if that is not possible before the next IDR.
    package mutating func repetition() -> [UInt8]? {
        guard let (number, repetitions) = next, number > 0,
            // `init` has tried such a slice.
            let unit = try? rewriter.repetition(absFrameNum: number)
        else { return nil }
        next = (number + 1, repetitions + 1)
        return AccessUnit([unit]).sample(lengthSize: lengthSize)
    }
}
