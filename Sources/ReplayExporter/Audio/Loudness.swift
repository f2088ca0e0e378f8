import FFmpeg
import Glibc

/// How loud audio is from its beginning to its end.
struct Loudness: Equatable {
    /// The integrated loudness of EBU R 128 (ITU-R BS.1770), in LUFS; nil: it is silent.
    let integrated: Double?
    /// The largest sample, in decibels against full scale.
    let peak: Double

    /// The filters that measure it, of libavfilter: each frame that comes through them has what was found so far.
    static let filters = "[in0]ebur128=metadata=1,aformat=sample_fmts=fltp[out]"

    /// What is quieter is left out by the measure's gate: then there is nothing to be measured.
    private static let gate = -70.0

    /// - Parameters:
    ///   - last: the last frame that came through the filters.
    ///   - peak: 1 is full scale.
    init(last: Frame?, peak: Float) {
        let loudness = last?.metadata("lavfi.r128.I").flatMap(Double.init)
        integrated = loudness.flatMap { $0 > Self.gate ? $0 : nil }
        self.peak = 20 * log10(Double(peak))
    }

    init(integrated: Double?, peak: Double) { (self.integrated, self.peak) = (integrated, peak) }
}
