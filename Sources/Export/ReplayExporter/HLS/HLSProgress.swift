import MediaTime

/// Combines the progress of several passes over an output into one.
struct HLSProgress {
    private let duration: MediaTime
    private let passes: Int64
    private let report: (MediaTime) -> Bool
    private var pass: Int64 = 0

    /// - Parameters:
    ///   - duration: The duration of the output.
    ///   - report: Called with the finished part of the duration. Returns false to cancel.
    init(duration: MediaTime, passes: Int, _ report: @escaping (MediaTime) -> Bool) {
        self.duration = duration
        self.passes = Int64(passes)
        self.report = report
    }

    /// Returns the progress callback of the next pass. Each pass counts from 0.
    mutating func next() -> (MediaTime) -> Bool {
        defer { pass += 1 }
        return { [pass, passes, duration, report] done in
            let done = done.converted(to: duration.timescale, rounding: .down).value
            return report(MediaTime(value: (pass * duration.value + done) / passes, timescale: duration.timescale))
        }
    }
}

/// The contents of an HLS folder.
public struct HLSContents: Codable, Sendable, Equatable {
    /// The names of the renditions of frames, such as `720p`, with the largest first.
    public var renditions: [String]
    /// The renditions of the preset that are left out because the recording is too small for them.
    public var dropped: [String]
    /// The number of media files of an earlier export that were kept unchanged.
    public var keptFiles: Int
    /// The number of media files that were written.
    public var newFiles: Int
    /// The parts of an earlier export that this export does not have, `page` or `captions`, or nil if there are none.
    public var lostParts: [String]?
}
