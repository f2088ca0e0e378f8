import Glibc

/// How loud audio is from its beginning to its end.
struct Loudness: Equatable {
    /// The integrated loudness of EBU R 128 (ITU-R BS.1770), in LUFS; nil: it is silent.
    let integrated: Double?
    /// The largest sample, in decibels against full scale.
    let peak: Double

    /// The graph of libavfilter that measures it, and in which of a frame's metadata it says what was found until then.
    static let (filters, key) = ("[in0]ebur128=metadata=1,aformat=sample_fmts=fltp[out]", "lavfi.r128.I")

    /// What is quieter is left out by the measure's gate: then there is nothing to be measured.
    private static let gate = -70.0

    /// - Parameters:
    ///   - integrated: in LUFS; nil: nothing was measured.
    ///   - peak: 1 is full scale.
    init(integrated: Double?, peak: Float) {
        self.integrated = integrated.flatMap { $0 > Self.gate ? $0 : nil }
        self.peak = 20 * log10(Double(peak))
    }
}
