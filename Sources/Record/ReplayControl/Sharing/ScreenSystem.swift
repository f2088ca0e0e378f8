import Glibc
package import ReplaySources

/// What shows the screen that is recorded.
public enum ScreenSystem: String, Codable, Sendable {
    /// An X11 display.
    case x11
    /// The desktop portal, which asks its user what to share: what Wayland desktops have.
    case portal

    /// That of this process's session, by its environment.
    public static var current: ScreenSystem {
        of(session: variable("XDG_SESSION_TYPE"), waylandDisplay: variable("WAYLAND_DISPLAY"))
    }

    /// - Parameters:
    ///   - session: `$XDG_SESSION_TYPE`.
    ///   - waylandDisplay: `$WAYLAND_DISPLAY`.
    package static func of(session: String?, waylandDisplay: String?) -> ScreenSystem {
        session == "wayland" || waylandDisplay != nil ? .portal : .x11
    }

    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

extension RecordingConfiguration {
    /// What shows the screen that it records: an X11 display where one is asked for, else that of this process's session.
    public var screenSystem: ScreenSystem { display != nil || usesX11 ? .x11 : .current }

    /// Whether the desktop asks its user before it shares anything: then Replay need not ask what is seen. A desktop that
    /// remembers the last answer asks nothing.
    package var isAskedByDesktop: Bool {
        guard screenSystem == .portal else { return false }
        guard remembersShare else { return true }
        // If that cannot be found out, Replay asks, too: one question too many is better than none.
        return (try? SharedSourceFile.open(home: home))?.isKnownToBeEmpty ?? false
    }

    /// What the desktop's user may choose from.
    package var sharedKinds: [SharedSource.Kind] {
        switch target {
        case .screen: [.monitor, .window]
        case .monitor, .chosenMonitor, .rectangle: [.monitor]
        case .window, .chosenWindow: [.window]
        }
    }

    /// - Throws: `RecorderError.Kind.invalid` for what the portal cannot do, or what only it can.
    func checkScreenSystem() throws(RecorderError) {
        guard screenSystem == .portal else {
            guard !remembersShare else {
                throw RecorderError(
                    .invalid, "only a Wayland desktop remembers what it shares; an X11 display asks nobody")
            }
            return
        }
        switch target {
        case .monitor:
            throw RecorderError(.invalid, "on Wayland the desktop asks which monitor is shared: --monitor ask")
        case .window:
            throw RecorderError(.invalid, "on Wayland the desktop asks which window is shared: --window ask")
        default: break
        }
        guard !recordsPointer else {
            throw RecorderError(
                .invalid,
                "a Wayland desktop tells nobody of clicks: the pointer cannot be recorded there, only the cursor in "
                    + "the frames")
        }
    }
}
