import ReplayTestSupport

/// Compares the audio of an export with the edit at the seams of clips, and describes the differences.
struct AudioJudge {
    /// The recording's audio after the edit, with silence on both sides.
    private let wanted: [Float]
    private let heard: [Float]
    /// True if packets were copied. The audio may then be shifted by half a packet, and is faded at seams.
    private let isCopied: Bool
    /// The largest shift of the audio, in samples.
    private let limit: Int

    /// The number of samples that are compared on each side of a seam.
    private static let window = 2048
    /// 5 ms, in samples.
    private static let fade = Int(DecodedAudio.sampleRate) / 200
    /// The largest shift that is searched, in samples.
    private static let reach = 1500
    /// The level below which the place of audio cannot be found, and the level that a codec may leave beside audio that
    /// ends abruptly.
    private static let (quiet, echo): (Float, Float) = (0.05, 0.02)

    /// - Parameters:
    ///   - wanted: The recording's audio after the edit, at 48 kHz.
    ///   - sampleRate: The lower one of the sample rates of the recording and the export, in Hz. If packets are copied,
    ///     both are the same; a packet has 1024 samples.
    init(_ audio: DecodedAudio, wanted: [Float], isCopied: Bool, sampleRate: Int) {
        let padding = Array(repeating: Float(0), count: Self.reach)
        self.wanted = padding + wanted + padding
        heard = Array((audio.samples + Array(repeating: 0, count: wanted.count)).prefix(wanted.count))
        self.isCopied = isCopied
        let rate = Int(DecodedAudio.sampleRate)
        // The recording, the export and this judge each round a clip's place to a sample of their own rate.
        let rounding = rate / sampleRate + (rate == sampleRate ? 0 : 1)
        limit = isCopied ? 512 * rate / sampleRate + 1 : rounding
    }

    /// The largest step from one sample to the next.
    var maxStep: Float { Self.maxStep(heard) }

    /// True if each clip is at least as long as a fade. A shorter clip may end as steeply as a click.
    func mayBeFaded(at seams: [Int]) -> Bool {
        zip([0] + seams, seams + [heard.count]).allSatisfy { $1 - $0 >= Self.fade }
    }

    /// Returns the faults just before and just after each seam, in words. Audio shorter than a window is not checked.
    func complaints(at seams: [Int]) -> [String] {
        let window = Self.window
        guard heard.count >= window else { return [] }
        // If packets were copied, half a packet beside a seam may belong to the other clip, and be louder than the
        // expected audio.
        let slack = isCopied ? limit : 0
        let sides = seams.flatMap { [[$0 - window, $0 - window - slack], [$0, $0 + slack]] }
        return Set(
            sides.compactMap { starts in
                let said = starts.map { complaint(from: min(max(0, $0), heard.count - window)) }
                return said.contains(nil) ? nil : said[0]
            }
        ).sorted()
    }

    private func complaint(from start: Int) -> String? {
        let window = Self.window
        let level = Self.level(heard[start..<start + window])
        // Audio just outside the window may be audible in it, and the other way round.
        let near = wanted[start + Self.reach - limit..<start + Self.reach + window + limit]
        guard Self.level(near.dropFirst(2 * limit).dropLast(2 * limit)) >= Self.quiet else {
            return level <= 1.5 * Self.level(near) + Self.echo ? nil : "sample \(start) is not quiet: \(level)"
        }
        guard let match = match(start, reach: Self.reach), let inPlace = self.match(start, reach: limit) else {
            return "sample \(start) is not there"
        }
        // A tone matches itself equally well some periods away.
        let isGood = inPlace.likeness >= max(isCopied ? 0.25 : 0.9, match.likeness - 0.001)
        return isGood ? nil : "sample \(start) is \(match)"
    }

    private func match(_ start: Int, reach: Int) -> AudioMatch? {
        AudioMatch(of: heard, at: start, count: Self.window, in: wanted, near: start + Self.reach, reach: reach)
    }

    static func maxStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    /// Returns the root of the mean square.
    private static func level(_ samples: ArraySlice<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
    }
}
