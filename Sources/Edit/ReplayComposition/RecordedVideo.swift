package import FFmpeg
package import MediaTime

/// The properties of a recording's video track: its frame size and the times of its frames. A value without I/O.
package struct RecordedVideo: Sendable {
    /// The width in pixels, before rotation.
    package var width: Int
    /// The height in pixels, before rotation.
    package var height: Int
    /// The clockwise rotation: 0, 90, 180 or 270 degrees.
    package var rotation: Int
    /// The pixel aspect ratio, width to height.
    package var pixelAspect: Rational
    /// The colour space of the frames.
    package var colours = ColourSpace.bt709
    /// The time scale of the track, in ticks per second.
    package var timescale: Int32
    /// The presentation times of the frames, in ticks, ascending.
    package var times: [Int64]
    /// The presentation times of the keyframes, ascending.
    package var keyframes: [MediaTime]
    /// The size of the camera's frames, or nil if there is no camera.
    package var camera: (width: Int, height: Int)?
    /// The presentation time of the camera's first frame.
    package var cameraStart: MediaTime?
    /// The presentation times of the camera's frames, in ticks of the screen's track, ascending.
    package var cameraTimes: [Int64] = []

    package init(
        width: Int, height: Int, rotation: Int, pixelAspect: Rational, timescale: Int32, times: [Int64],
        keyframes: [MediaTime]
    ) {
        self.width = width
        self.height = height
        self.rotation = rotation
        self.pixelAspect = pixelAspect
        self.timescale = timescale
        self.times = times
        self.keyframes = keyframes
    }
}
