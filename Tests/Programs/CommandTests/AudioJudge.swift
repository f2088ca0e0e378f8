import ReplayTestSupport

/// Listens to an export where its clips meet, and says what is not as the edit says.
struct AudioJudge {
    /// What the edit lets be heard of the recording, with silence on both sides.
    private let wanted: [Float]
    private let heard: [Float]
    /// Whether packets were copied: audio may be half a packet off then, and is faded at seams.
    private let isCopied: Bool
    /// By how many samples audio may be off its place.
    private let limit: Int

    /// Samples that are compared on each side of a seam.
    private static let window = 2048
    /// 5 ms.
    private static let fade = Int(DecodedAudio.sampleRate) / 200
    /// How far from its place audio is looked for.
    private static let reach = 1500
    /// Below this level too little is heard to tell its place; and this much a coder leaves beside audio that ends at once.
    private static let (quiet, echo): (Float, Float) = (0.05, 0.02)

    /// - Parameters:
    ///   - wanted: the recording's audio as the edit lets it be heard, at 48 kHz.
    ///   - sampleRate: the lower one of the recording's and the export's, in Hz. Where packets are copied they are the
    ///     same; a packet has 1024 samples.
    init(_ audio: DecodedAudio, wanted: [Float], isCopied: Bool, sampleRate: Int) {
        let padding = Array(repeating: Float(0), count: Self.reach)
        self.wanted = padding + wanted + padding
        heard = Array((audio.samples + Array(repeating: 0, count: wanted.count)).prefix(wanted.count))
        self.isCopied = isCopied
        let rate = Int(DecodedAudio.sampleRate)
        // Recording, export and judge round each clip's place to samples of their own rates.
        let rounding = rate / sampleRate + (rate == sampleRate ? 0 : 1)
        limit = isCopied ? 512 * rate / sampleRate + 1 : rounding
    }

    /// From one sample to the next.
    var maxStep: Float { Self.maxStep(heard) }

    /// Whether each clip is as long as a fade at least; one that is shorter may end as steeply as a click.
    func mayBeFaded(at seams: [Int]) -> Bool {
        zip([0] + seams, seams + [heard.count]).allSatisfy { $1 - $0 >= Self.fade }
    }

    /// What is wrong just before and just after each seam, in words. Of less than a window nothing is told.
    func complaints(at seams: [Int]) -> [String] {
        let window = Self.window
        guard heard.count >= window else { return [] }
        // Where packets were copied, half a packet beside a seam may be of the other clip, and louder than what is looked for.
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
        // What stands beside the window may be heard in it, and the other way round.
        let near = wanted[start + Self.reach - limit..<start + Self.reach + window + limit]
        guard Self.level(near.dropFirst(2 * limit).dropLast(2 * limit)) >= Self.quiet else {
            return level <= 1.5 * Self.level(near) + Self.echo ? nil : "sample \(start) is not quiet: \(level)"
        }
        guard let match = match(start, reach: Self.reach), let inPlace = self.match(start, reach: limit) else {
            return "sample \(start) is not there"
        }
        // A tone is as much like itself some periods away.
        let isGood = inPlace.likeness >= max(isCopied ? 0.25 : 0.9, match.likeness - 0.001)
        return isGood ? nil : "sample \(start) is \(match)"
    }

    private func match(_ start: Int, reach: Int) -> AudioMatch? {
        AudioMatch(of: heard, at: start, count: Self.window, in: wanted, near: start + Self.reach, reach: reach)
    }

    static func maxStep(_ samples: [Float]) -> Float {
        zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? 0
    }

    /// The root of the mean square.
    private static func level(_ samples: ArraySlice<Float>) -> Float {
        (samples.reduce(0) { $0 + $1 * $1 } / Float(max(1, samples.count))).squareRoot()
    }
}
