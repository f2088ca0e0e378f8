/// The edit list of a track in an MP4 or QuickTime file: the parts of the track that are shown (ISO/IEC 14496-12,
/// 8.6.6).
struct EditList: Equatable {
    /// A part of the media that is shown.
    struct Piece: Equatable {
        /// The time at which it is shown, in ticks of the track.
        let start: Int64
        /// The range of the media that is shown, in ticks of the track.
        let media: Range<Int64>
    }

    /// The pieces, in the order in which they are shown.
    var pieces: [Piece] = []
    /// True if a piece is shown at another rate than the media's.
    var hasOtherRate = false
    /// The time scale, in ticks per second.
    let timescale: Int32
    /// The presentation time of the first sample, on the media's clock.
    let mediaStart: Int64
    /// The time at which the last sample ends, on the media's clock.
    let mediaEnd: Int64
    /// The mean duration of a sample, in ticks; at least 1.
    let sampleLength: Int64

    /// The first instant of the media that is shown.
    var firstShown: Int64 { pieces.first?.media.lowerBound ?? mediaStart }

    /// Returns true if some of the media is hidden in the middle or at the end.
    ///
    /// A hidden beginning has times before 0, which no player and no export shows. A list may end a little early,
    /// because its clock is the movie's coarse clock and encoders add a packet to audio.
    /// - Parameter isVideo: True if a single hidden sample counts.
    func hidesMaterial(isVideo: Bool) -> Bool {
        guard pieces.count == 1, let last = pieces.last else { return true }
        if hasOtherRate { return false }
        let tolerance = isVideo ? sampleLength - sampleLength / 8 : 2 * sampleLength + Int64(timescale) / 10
        return mediaEnd - last.media.upperBound >= max(tolerance, Int64(timescale) / 200)
    }

    /// True if the pieces follow one another in the media as they do in the presentation.
    var isAscending: Bool {
        zip(pieces, pieces.dropFirst()).allSatisfy { piece, next in
            piece.media.upperBound <= next.media.lowerBound
                && piece.start + Int64(piece.media.count) == next.start
        }
    }
}
