import Glibc
package import ReplaySources

/// The system that provides the screen to record.
public enum ScreenSystem: String, Codable, Sendable {
    /// An X11 display.
    case x11
    /// The desktop portal, which asks its user what to share. Wayland desktops have it.
    case portal

    /// The system of this process's session, by its environment.
    public static var current: ScreenSystem {
        of(session: variable("XDG_SESSION_TYPE"), waylandDisplay: variable("WAYLAND_DISPLAY"))
    }

    /// Returns the system of a session with these environment variables.
    /// - Parameters:
    ///   - session: The value of `$XDG_SESSION_TYPE`.
    ///   - waylandDisplay: The value of `$WAYLAND_DISPLAY`.
    package static func of(session: String?, waylandDisplay: String?) -> ScreenSystem {
        session == "wayland" || waylandDisplay != nil ? .portal : .x11
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension RecordingConfiguration {
    /// The system that provides the screen: an X11 display if the configuration requests one, otherwise the session's
    /// system.
    public var screenSystem: ScreenSystem { display != nil || usesX11 ? .x11 : .current }

    /// True if the desktop asks its user before it shares anything, so that Replay need not ask about the screen. False
    /// if the desktop remembers the last answer and asks nothing.
    package var isAskedByDesktop: Bool {
        guard screenSystem == .portal else { return false }
        guard remembersShare else { return true }
        // If this cannot be determined, Replay asks too: a superfluous question is better than none.
        return (try? SharedSourceFile.open(home: home))?.isKnownToBeEmpty ?? false
    }

    /// The kinds of sources that the desktop's user may choose from.
    package var sharedKinds: [SharedSource.Kind] {
        switch target {
        case .screen: [.monitor, .window]
        case .monitor, .chosenMonitor, .rectangle: [.monitor]
        case .window, .chosenWindow: [.window]
        }
    }

    /// - Throws: `RecorderError.Kind.invalid` for a setting that the portal does not support, or that only the portal
    ///   supports.
    func checkScreenSystem() throws(RecorderError) {
        guard screenSystem == .portal else {
            guard !remembersShare else {
                throw RecorderError(
                    .invalid,
                    description:
                        "--remember is supported only on Wayland: an X11 display has no dialog that asks what to share")
            }
            return
        }
        switch target {
        case .monitor:
            throw RecorderError(
                .invalid, description: "on Wayland the desktop asks which monitor is shared: --monitor ask")
        case .window:
            throw RecorderError(
                .invalid, description: "on Wayland the desktop asks which window is shared: --window ask")
        default: break
        }
        guard !recordsKeys else {
            throw RecorderError(
                .invalid,
                description: "shortcuts cannot be recorded on Wayland: the desktop tells no program about keys")
        }
        guard !recordsPointer || keepsPointerApart else {
            throw RecorderError(
                .invalid,
                description:
                    "on Wayland the pointer is recorded in the frames, or apart if the desktop reports it: --pointer apart"
            )
        }
    }
}
