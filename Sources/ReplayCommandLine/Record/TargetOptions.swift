package import ArgumentParser
import ReplayControl
import ReplayLibrary
package import ReplaySources

/// What of the display `replay record` takes, and what of it nobody shall see.
package struct TargetOptions: ParsableArguments {
    @Option(help: "Record one monitor: its name or its number from 1.")
    package var monitor: String?

    @Option(
        help: """
            Record a part of the screen: 800x600+100+50, or X,Y,WIDTH,HEIGHT. An odd side takes a pixel more.
            """)
    package var area: AreaArgument?

    @Option(help: "Record one window: its id, a part of its title, or “click”.")
    package var window: String?

    @Flag(help: "Continue with the last frame when the window is closed.")
    package var keepGoing = false

    @Option(
        help: ArgumentHelp(
            "Cover while a window of this class shows; repeatable.", valueName: "class"))
    package var coverWindow: [String] = []

    @Flag(help: "Do not cover the screen while a password manager is visible.")
    package var noAutoCover = false

    @Option(help: ArgumentHelp("The image to show while covered, such as a PNG.", valueName: "file"))
    package var coverImage: String?

    package func validate() throws {
        guard [monitor, area?.text, window].compactMap(\.self).count <= 1 else {
            throw ValidationError("only one of --monitor, --area and --window can be recorded")
        }
    }

    /// - Throws: `CaptureError` where there is no such window.
    package func target(on display: String?) throws -> CaptureTarget {
        if let monitor { return .monitor(monitor) }
        if let area { return area.target }
        guard let window else { return .screen }
        guard window == "click" else { return .window(try ScreenWindows.find(matching: window, display: display).id) }
        Terminal.say("Click on the window to record; Escape gives up.")
        guard let picked = try ScreenWindows.pick(display: display) else {
            throw RecorderError(.missing, "no window was chosen")
        }
        return .window(picked.id)
    }

    package var coverClasses: [String] { coverWindow + (noAutoCover ? [] : PrivateWindowClasses.passwordManagers) }

    package init() {}
}
