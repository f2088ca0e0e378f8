import FFmpeg

/// Makes one track of the samples of several, frame by frame. Used from one thread at a time.
protocol AudioMixing: AnyObject {
    /// Takes the next samples of a track.
    /// - Parameters:
    ///   - position: where they begin, in the track's rate.
    ///   - track: its place among the tracks.
    func add(_ frame: Frame, at position: Int64, of track: Int) throws
    /// Says that no track gives more.
    func end() throws
    /// The next frame of the mix, at its time; nil where there is none before more is added, or after the last.
    func nextFrame() throws -> Frame?
}
