import MediaTime
import ReplayLibrary
import ReplayMovie
public import ReplayTimeline

extension EditSession {
    /// The edit, or its chapters, as another program reads them.
    /// - Parameters:
    ///   - format: which one.
    ///   - media: the movie that the other program is to open, as long as the recording; nil: the recording's own.
    /// - Throws: `InterchangeError` where the format cannot have it, or nothing was marked; `FileSystemError`.
    public func interchangeFile(as format: InterchangeFormat, media: String? = nil) throws -> InterchangeFile {
        let path = try media?.resolvedPath() ?? recording.path + "/" + Recording.movieName
        let content = InterchangeContent(
            name: recording.displayName, history: history,
            media: InterchangeContent.Media(
                path: path, width: frameSize.width, height: frameSize.height, frameRate: nominalFrameRate,
                audioTrackCount: movie.index.audioTracks.count),
            marks: try marks())
        return try content.file(as: format)
    }

    /// What formats count in that count frames: how many frames the fullest second has, by the constant rates that there are.
    var nominalFrameRate: FrameRate {
        // Counted 15 ms short, so that frames that come early or late make no difference.
        let timescale = Int64(edit.timescale)
        let window = timescale * 985 / 1000
        var (first, most) = (0, 1)
        for (last, time) in frameTimes.enumerated() {
            while frameTimes[first] + window < time { first += 1 }
            most = max(most, last + 1 - first)
        }
        let rate = min(1000, max(1, Int64(most) * 1000 / 985))
        let broadcast = FrameRate(Rational(rate * 1000, 1001) ?? Rational(rate))
        if let broadcast, frameTimes.count > 1, isConstant(at: broadcast) { return broadcast }
        guard let whole = FrameRate(Rational(rate)) else { preconditionFailure("\(rate) frames per second") }
        return whole
    }

    /// Whether each frame comes on time, to a tick or a thousandth of a frame.
    private func isConstant(at rate: FrameRate) -> Bool {
        guard let start = frameTimes.first else { return false }
        let tolerance = max(1, Int64(edit.timescale) / 1000 / 60)
        return frameTimes.enumerated().allSatisfy { index, time in
            guard let wanted = rate.startTime(ofFrame: index)?.converted(to: edit.timescale, rounding: .nearest) else {
                return false
            }
            return (time - start - wanted.value).magnitude <= tolerance
        }
    }
}
