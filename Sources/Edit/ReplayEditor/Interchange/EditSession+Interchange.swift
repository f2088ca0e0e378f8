public import MediaTime
public import ReplayInterchange
import ReplayLibrary
import ReplayMovie
import ReplayTimeline

extension EditSession {
    /// Returns the edit, or its chapters, as a file for another program.
    /// - Parameters:
    ///   - format: The file format.
    ///   - media: The path of the movie that the other program opens, or nil for the recording's own. It must be as
    ///     long as the recording.
    ///   - frameRate: The frame rate for formats that count frames, or nil for the default. The default is the
    ///     recording's rate if editors know it, and 30 or 60 otherwise.
    /// - Throws: `InterchangeError` if the format cannot hold the edit, or there are no marks; `FileSystemError`.
    public func interchangeFile(
        as format: InterchangeFormat, media: String? = nil, frameRate: FrameRate? = nil
    ) throws -> InterchangeFile {
        let path = try media?.resolvedPath() ?? recording.path + "/" + Recording.movieName
        var content = InterchangeContent(
            name: recording.displayName, history: history,
            media: InterchangeContent.Media(
                path: path, width: frameSize.width, height: frameSize.height, frameRate: frameRate ?? editingRate,
                audioTrackCount: movie.index.audioTracks.count),
            marks: try marks())
        if media == nil { content.media.audioStreams = heardStreams }
        return try content.file(as: format)
    }

    /// The indices of the audio streams that play together: the mix, or all of them.
    private var heardStreams: [Int] {
        let tracks = movie.index.audioTracks
        return tracks.first { movie.streams[$0].title == MovieTrack.mixTitle }.map { [$0] } ?? tracks
    }

    /// The default frame rate for formats that count frames: the recording's, if it is constant and editors know it.
    /// Otherwise 60 for recordings with more than 30 frames in some second, and 30 for others.
    var editingRate: FrameRate {
        if let rate = Self.editingRates.first(where: isConstant) { return rate }
        return hasFastSecond ? Self.fast : Self.standard
    }

    private static let editingRates =
        [(24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1), (48, 1), (50, 1), (60_000, 1001), (60, 1)]
        .map { rate($0, $1) }
    private static let standard = rate(30, 1)
    private static let fast = rate(60, 1)

    private static func rate(_ numerator: Int64, _ denominator: Int64) -> FrameRate {
        guard let rate = Rational(numerator, denominator).flatMap({ FrameRate($0) }) else {
            preconditionFailure("\(numerator)/\(denominator) frames per second")
        }
        return rate
    }

    /// True if some second has more than 30 frames. The window is 15 ms shorter, because frames come early or late.
    private var hasFastSecond: Bool {
        let window = Int64(edit.timescale) * 985 / 1000
        return zip(frameTimes, frameTimes.dropFirst(30)).contains { $1 - $0 <= window }
    }

    /// Returns true if each frame comes on time, to a tick or a thousandth of a frame at 60 frames per second.
    private func isConstant(at rate: FrameRate) -> Bool {
        guard frameTimes.count > 1, let start = frameTimes.first else { return false }
        let tolerance = max(1, Int64(edit.timescale) / 1000 / 60)
        return frameTimes.enumerated().allSatisfy { index, time in
            guard let wanted = rate.startTime(ofFrame: index)?.converted(to: edit.timescale, rounding: .nearest) else {
                return false
            }
            return (time - start - wanted.value).magnitude <= tolerance
        }
    }
}
