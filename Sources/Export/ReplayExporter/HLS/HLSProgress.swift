import MediaTime

/// Several passes over an output as one that goes on from its beginning to its end.
struct HLSProgress {
    private let duration: MediaTime
    private let passes: Int64
    private let report: (MediaTime) -> Bool
    private var pass: Int64 = 0

    /// - Parameters:
    ///   - duration: of the output.
    ///   - report: called with how much is done; false cancels.
    init(duration: MediaTime, passes: Int, _ report: @escaping (MediaTime) -> Bool) {
        self.duration = duration
        self.passes = Int64(passes)
        self.report = report
    }

    /// The progress of the next pass, each counted from 0.
    mutating func next() -> (MediaTime) -> Bool {
        defer { pass += 1 }
        return { [pass, passes, duration, report] done in
            let done = done.converted(to: duration.timescale, rounding: .down).value
            return report(MediaTime(value: (pass * duration.value + done) / passes, timescale: duration.timescale))
        }
    }
}

/// What an HLS folder holds.
public struct HLSContents: Codable, Sendable, Equatable {
    /// Renditions of frames, such as `720p`, the largest first.
    public var renditions: [String]
    /// What the preset asks for and the recording is too small for.
    public var dropped: [String]
    /// Media files that an earlier export had left there, and that stayed as they were.
    public var keptFiles: Int
    /// Media files that were written.
    public var newFiles: Int
    /// The parts of an earlier export there that this one does not have: `page`, `captions`; nil if there are none.
    public var lostParts: [String]?
}
