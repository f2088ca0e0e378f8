package import ArgumentParser
package import AudioSources
package import ReplayControl
package import ReplayLibrary

/// The keys to record.
package enum KeysArgument: String, ExpressibleByArgument, CaseIterable {
    case shortcuts, none
}

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
    package var fps = Self.standardRate

    @Flag(
        inversion: .prefixedNo,
        help: "Record positions and clicks; “apart” leaves the pointer to the edit.")
    package var pointer = false

    @Flag(help: .hidden)
    package var pointerApart = false

    @Option(help: "Record shortcuts such as Ctrl+S, never text.")
    package var keys: KeysArgument?

    @Flag(inversion: .prefixedNo, help: "Show the cursor.")
    package var cursor = true

    /// The given options but `--audio`, by their names, for commands that do not begin a recording.
    package var given: [String] {
        let options: [(name: String, isGiven: Bool)] = [
            ("--display", display != nil), ("--x11", share.usesX11), ("--remember", share.remember),
            ("--shortcuts", share.shortcuts), ("--monitor", target.monitor != nil), ("--area", target.area != nil),
            ("--window", target.window != nil), ("--keep-going", target.keepGoing),
            ("--cover-window", !target.coverWindow.isEmpty), ("--no-auto-cover", target.noAutoCover),
            ("--cover-image", target.coverImage != nil), ("--app", audio.app != nil), ("--wait", audio.wait),
            ("--mic", audio.mic != nil), ("--mix", audio.mix != nil), ("--camera", camera != nil),
            ("--fps", fps != Self.standardRate), ("--pointer", pointer || pointerApart), ("--keys", keys != nil),
            ("--no-cursor", !cursor),
        ]
        return options.filter(\.isGiven).map(\.name)
    }

    private static let standardRate = 60

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
        configuration.recordsPointer = pointer || pointerApart
        configuration.keepsPointerApart = pointerApart
        configuration.recordsKeys = keys == .shortcuts
        configuration.showsCursor = cursor
        return configuration
    }

    package init() {}
}
