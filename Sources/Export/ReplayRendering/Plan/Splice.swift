package import H264

/// A way to continue a GOP after a cut. The frame at the cut becomes an IDR, and the frames after it keep their coded
/// data.
public struct Splice: Sendable, Equatable {
    /// The coding of the IDR.
    package enum Coding: Sendable, Equatable {
        /// The IDR is bit-exact, and therefore also all frames after it.
        case exact
        /// The IDR is encoded by x264 and nearly lossless (QP 18). Its error does not grow in the frames after it.
        case fine
    }

    /// The index of the first sample of the GOP.
    let firstSample: Int
    package let frames: GOPSplice
    package let coding: Coding
    /// The time of the IDR in the recording, in the track's ticks.
    package let time: Int64
    /// The time at which the GOP begins, in the track's ticks.
    package let keyframeTime: Int64

    /// The samples of the frames that are encoded before the IDR, in presentation order.
    package var leading: [Int] { frames.leading.map { firstSample + $0 } }
    /// The samples of the IDR and of the frames after it, in decoding order.
    package var samples: [Int] { frames.rest.frames.map { firstSample + $0 } }
    /// The samples that are decoded to get the encoded frames, in decoding order.
    var lead: [Int] { frames.lead.frames.map { firstSample + $0 } }
}
