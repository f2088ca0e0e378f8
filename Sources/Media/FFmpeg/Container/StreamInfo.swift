package import MediaTime

/// What a demuxer knows of one stream before reading it.
package struct StreamInfo: Sendable {
    /// Its place in the file, from 0.
    package let index: Int
    package let parameters: CodecParameters
    /// The length of a tick, in seconds.
    package let timeBase: Rational
    /// The first presentation time, in ticks, where the file says.
    package let startTime: Int64?
    /// In ticks, where the file says.
    package let duration: Int64?
    /// From one frame to the next, in seconds, where the file says or FFmpeg guesses.
    package let frameInterval: Rational?
    /// Clockwise quarter turns that a player applies: 0, 90, 180 or 270 degrees.
    package let rotation: Int
    /// The stream's title in its file, where it has one.
    package let title: String?
    /// Whether the "stream" is a still cover frame, not a video.
    package let isAttachedPicture: Bool
    /// The number of frames, if the file says so.
    package var frameCount: Int?
    /// True if players choose this track of its kind.
    package var isDefault = false
    /// True if the track only says what the movie's chapters are.
    package var holdsChapters = false

    /// The frame as a player shows it, turned and with square pixels.
    package var shownSize: (width: Int, height: Int) {
        let (width, height) = parameters.sampleAspectRatio
        return Self.shownSize(
            width: parameters.width, height: parameters.height, pixelAspect: Rational(Int64(width), Int64(height)) ?? 1,
            rotation: rotation)
    }

    /// The size at which frames are shown: turned, with square pixels, never smaller than they are.
    package static func shownSize(
        width: Int, height: Int, pixelAspect: Rational, rotation: Int
    ) -> (width: Int, height: Int) {
        var (shownWidth, shownHeight) = (Int64(width), Int64(height))
        if pixelAspect > 1 {
            shownWidth = shownWidth * pixelAspect.numerator / pixelAspect.denominator
        } else {
            shownHeight = shownHeight * pixelAspect.denominator / pixelAspect.numerator
        }
        if rotation % 180 != 0 { swap(&shownWidth, &shownHeight) }
        return (Int(shownWidth), Int(shownHeight))
    }

    package var kind: MediaKind { isAttachedPicture ? .other : parameters.kind }
}
