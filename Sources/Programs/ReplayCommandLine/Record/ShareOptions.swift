import ArgumentParser
package import ReplayControl

/// The options of `replay record` for Wayland desktops.
package struct ShareOptions: ParsableArguments {
    @Flag(name: .customLong("x11"), help: "Record the X11 display even in a Wayland session.")
    package var usesX11 = false

    @Flag(help: "On Wayland, share the same source as last time.")
    package var remember = false

    @Flag(help: "On Wayland, request shortcuts for the recording.")
    package var shortcuts = false

    package init() {}

    package func apply(to configuration: inout RecordingConfiguration) {
        configuration.usesX11 = usesX11
        configuration.remembersShare = remember
        configuration.usesShortcuts = shortcuts
    }

    /// Tells the user about the desktop's dialog. Until the answer, Ctrl-C ends this program and the dialog, because
    /// nothing is recorded yet.
    package static func tell(isAsking: Bool) {
        guard isAsking else { return Interrupts.resume() }
        Terminal.say("replay: answer the desktop’s dialog")
        Interrupts.pause()
    }
}
