package import ArgumentParser
package import AudioSources
package import ReplayControl
package import ReplayLibrary

/// The options for what to record, which `replay record` and `replay broadcast` share.
package struct CaptureOptions: ParsableArguments {
    @Option(help: "The X11 display. Default: $DISPLAY.")
    package var display: String?

    @OptionGroup package var share: ShareOptions

    @OptionGroup package var target: TargetOptions

    @OptionGroup package var audio: AudioOptions

    @Option(
        help: """
            A camera, recorded in its own track: /dev/video0, video0, an FFmpeg FORMAT:INPUT, or none.
            """)
    package var camera: CameraArgument?

    @Option(help: "The maximum frame rate, 1 to 240.")
    package var fps = 60

    @Flag(
        inversion: .prefixedNo,
        help: "Record the pointer’s positions and clicks. Keys are never recorded.")
    package var pointer = false

    @Flag(inversion: .prefixedNo, help: "Show the cursor.")
    package var cursor = true

    /// Returns a configuration with these options.
    /// - Parameters:
    ///   - resumed: The recording to resume, or nil for a new one.
    ///   - former: The audio tracks of that recording.
    /// - Throws: `CaptureError`, `RecorderError`.
    package func configuration(
        resuming resumed: Recording? = nil, with former: [AudioSource]? = nil
    ) throws -> RecordingConfiguration {
        var configuration = RecordingConfiguration()
        configuration.display = display
        share.apply(to: &configuration)
        try target.apply(to: &configuration)
        try audio.apply(to: &configuration, resumed: resumed, with: former)
        configuration.camera = camera?.input
        configuration.framesPerSecond = fps
        configuration.recordsPointer = pointer
        configuration.showsCursor = cursor
        return configuration
    }

    package init() {}
}
