import MediaTime
import ReplayTimeline

extension InterchangeContent {
    /// The limit of an event's number, which has three digits.
    private static let maxEvents = 999

    /// Returns the edit as an edit-decision list: https://xmil.biz/EDL-X/CMX3600.pdf, with the clips' names
    /// as comments.
    ///
    /// An event at another speed has its exact source range and an `M2` line with the frames per second.
    package func cmx3600(_ grid: FrameGrid) throws(InterchangeError) -> String {
        guard grid.clips.count <= Self.maxEvents else {
            throw InterchangeError(
                .edl, reason: "an EDL has at most \(Self.maxEvents) events, but the edit has \(grid.clips.count) clips")
        }
        let clock = FrameTimecode(grid.rate)
        let channels = media.audioTrackCount > 0 ? "AA/V " : "V    "
        // The format has no field for the rate. Other programs treat this line as a comment.
        var lines = [
            "TITLE: \(name.line(of: 70))", "FCM: NON-DROP FRAME", "\(CMX3600List.rateComment) \(grid.rate)",
        ]
        for (index, clip) in grid.clips.enumerated() {
            let ends = [clip.source.lowerBound, clip.source.upperBound, clip.edited.lowerBound, clip.edited.upperBound]
            let times = ends.compactMap { clock.text($0) }
            guard times.count == ends.count else {
                throw InterchangeError(
                    .edl, reason: "an EDL has only times below 24 hours, and at most 100 frames per second")
            }
            let number = String(String(index + 1001).dropFirst())
            lines.append("\(number)  AX       \(channels) C        \(times.joined(separator: " "))")
            if clip.speed != .normal {
                lines.append("M2   AX       \(Self.rate(of: clip.speed, clock))                \(times[0])")
            }
            lines.append("* FROM CLIP NAME: \(media.fileName.line(of: 200))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the frames of the recording per second of the edit, for example `050.0`.
    private static func rate(of speed: Speed, _ clock: FrameTimecode) -> String {
        let scaled = Int128(speed.factor.numerator) * Int128(clock.base) * 10
        let tenths = Int(clamping: Rounding.nearest.quotient(scaled, by: Int128(speed.factor.denominator)))
        let whole = tenths / 10
        return String(repeating: "0", count: max(0, 3 - String(whole).count)) + "\(whole).\(tenths % 10)"
    }
}

extension String {
    /// Returns the text in one line without control characters, truncated to `length` Unicode scalars.
    fileprivate func line(of length: Int) -> String {
        let scalars = unicodeScalars.prefix(length).map {
            $0.properties.generalCategory == .control || $0 == "\u{2028}" || $0 == "\u{2029}" ? " " : $0
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
