package import ArgumentParser
package import ReplayControl
import ReplayLibrary
import ReplaySources

/// The options of `replay record` for the part of the display to record, and for the content to hide.
package struct TargetOptions: ParsableArguments {
    @Option(help: "One monitor: its name or number; on Wayland “ask”.")
    package var monitor: String?

    @Option(
        help: """
            Record a part of the screen: 800x600+100+50, or X,Y,WIDTH,HEIGHT. Odd sides grow by a pixel.
            """)
    package var area: AreaArgument?

    @Option(help: "One window: id, title, or “click”; on Wayland “ask”.", completion: .windows)
    package var window: String?

    @Flag(help: "Continue with the last frame after the window closes.")
    package var keepGoing = false

    @Option(
        help: ArgumentHelp(
            "Cover while this window class is visible; repeatable.", valueName: "class"))
    package var coverWindow: [String] = []

    @Flag(help: "Do not cover the screen for password managers.")
    package var noAutoCover = false

    @Option(help: ArgumentHelp("The image to show while covered, such as a PNG.", valueName: "file"))
    package var coverImage: String?

    package func validate() throws {
        if let size = area, size.target == nil {
            throw ValidationError(
                "“\(size.text)” does not say where; write --area \(size.text)+0+0 for the upper left corner of the screen"
            )
        }
        guard [monitor, area?.text, window].compactMap(\.self).count <= 1 else {
            throw ValidationError("give only one of --monitor, --area and --window")
        }
    }

    /// - Throws: `CaptureError` if the window does not exist, or `RecorderError` if the desktop does not support an
    ///   option.
    package func apply(to configuration: inout RecordingConfiguration) throws {
        configuration.coverImage = coverImage
        configuration.outlivesWindow = keepGoing
        if configuration.screenSystem == .portal {
            configuration.target = try sharedTarget()
            configuration.coverClasses = []
        } else {
            configuration.target = try target(on: configuration.display)
            configuration.coverClasses = coverClasses
        }
    }

    /// Returns the target to request from the desktop. The desktop shows the choices only to its user.
    private func sharedTarget() throws(RecorderError) -> CaptureTarget {
        guard coverWindow.isEmpty else {
            throw RecorderError(
                .invalid,
                description: "--cover-window is not supported on Wayland; leave it out, and use “replay cover”")
        }
        if !noAutoCover {
            Terminal.say("replay: private windows are not covered on Wayland; “replay cover” covers the screen")
        }
        if let target = area?.target { return target }
        if let monitor { return Self.isQuestion(monitor) ? .chosenMonitor : .monitor(monitor) }
        if let window { return Self.isQuestion(window) ? .chosenWindow : .window(0) }
        return .screen
    }

    private static func isQuestion(_ name: String) -> Bool { ["ask", "click"].contains(name.lowercased()) }

    /// - Throws: `CaptureError` if the window does not exist.
    private func target(on display: String?) throws -> CaptureTarget {
        if let monitor { return .monitor(monitor) }
        if let target = area?.target { return target }
        guard let window else { return .screen }
        guard window == "click" else { return .window(try ScreenWindows.find(matching: window, display: display).id) }
        Terminal.say("Click on the window to record. Press Escape to cancel.")
        guard let picked = try ScreenWindows.pick(display: display) else {
            throw RecorderError(.missing, description: "no window was chosen")
        }
        return .window(picked.id)
    }

    package var coverClasses: [String] { coverWindow + (noAutoCover ? [] : PrivateWindowClasses.passwordManagers) }

    package init() {}
}
