package import MediaTime

/// The properties of a stream that a demuxer knows before it reads packets.
package struct StreamInfo: Codable, Sendable {
    /// The index of the stream in the file, from 0.
    package let index: Int
    package let parameters: CodecParameters
    /// The time base: the length of a tick in seconds.
    package let timeBase: Rational
    /// The first presentation time in ticks, or nil if the file does not contain it.
    package let startTime: Int64?
    /// The duration in ticks, or nil if the file does not contain it.
    package let duration: Int64?
    /// The time from one frame to the next in seconds, from the file or estimated by FFmpeg, or nil.
    package let frameInterval: Rational?
    /// The clockwise rotation that a player applies: 0, 90, 180 or 270 degrees.
    package let rotation: Int
    /// The title of the stream in the file, or nil.
    package let title: String?
    /// True if the stream is a cover image, not a video.
    package let isAttachedPicture: Bool
    /// The number of frames, or nil if the file does not contain it.
    package var frameCount: Int?
    /// True if players choose this track among those of its kind.
    package var isDefault = false
    /// True if the track only contains the names of the movie's chapters.
    package var holdsChapters = false

    /// The size at which a player shows frames: rotated, and with square pixels.
    package var shownSize: (width: Int, height: Int) {
        let (width, height) = parameters.sampleAspectRatio
        return Self.shownSize(
            width: parameters.width, height: parameters.height, pixelAspect: Rational(Int64(width), Int64(height)) ?? 1,
            rotation: rotation)
    }

    /// Returns the size at which frames are shown: rotated, and with square pixels. It is never smaller than the coded size.
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

    /// Returns the properties of the stream if it is encoded again, without times and with frames at a constant rate.
    /// - Parameter timeBase: The time from one frame to the next in seconds.
    package func encoded(as parameters: CodecParameters, timeBase: Rational) -> StreamInfo {
        StreamInfo(
            index: index, parameters: parameters, timeBase: timeBase, startTime: nil, duration: nil,
            frameInterval: timeBase, rotation: 0, title: title, isAttachedPicture: false)
    }

    package var kind: MediaKind { isAttachedPicture ? .other : parameters.kind }
}
