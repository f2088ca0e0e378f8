import Glibc

/// The loudness of audio from its beginning to its end.
struct Loudness: Equatable {
    /// The integrated loudness of EBU R 128 (ITU-R BS.1770) in LUFS, or nil if the audio is silent.
    let integrated: Double?
    /// The largest sample, in decibels relative to full scale.
    let peak: Double

    /// libavfilter's graph that measures the loudness, and the key of the frame metadata that holds the result so far.
    static let (filters, key) = ("[in0]ebur128=metadata=1,aformat=sample_fmts=fltp[out]", "lavfi.r128.I")

    /// The measurement's absolute gate, in LUFS: quieter audio is not measured.
    private static let gate = -70.0

    /// - Parameters:
    ///   - integrated: The integrated loudness in LUFS, or nil if nothing was measured.
    ///   - peak: The largest sample, relative to full scale (1).
    init(integrated: Double?, peak: Float) {
        self.integrated = integrated.flatMap { $0 > Self.gate ? $0 : nil }
        self.peak = 20 * log10(Double(peak))
    }
}
