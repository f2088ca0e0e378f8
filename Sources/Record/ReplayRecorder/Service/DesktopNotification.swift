import Glibc
import ReplayLibrary
import ReplayMovie

/// A desktop notification that a detached recording ended with a failure. It is sent with `notify-send` or `gdbus`, if
/// there is a desktop and one of these programs.
struct DesktopNotification {
    private let title: String
    private let body: String

    /// - Returns: Nil if the recording ended as requested.
    init?(of ending: RecordingFacts.Ending, _ id: RecordingID) {
        guard ![.requested, .terminated].contains(ending.reason) else { return nil }
        title = "The recording ended"
        let kept = ending.frames == 0 ? "nothing is kept" : "\(ending.duration.timecode()) are kept"
        let reason = ending.message ?? ending.reason.rawValue
        body = "\(reason); \(kept) (\(id))"
    }

    /// Posts the notification without waiting for the result.
    func post() {
        guard Self.hasBus else { return }
        let commands = [
            ["notify-send", "--app-name=Replay", "--icon=replay", "--urgency=critical", title, markup],
            [
                "gdbus", "call", "--session", "--timeout=5", "--dest=org.freedesktop.Notifications",
                "--object-path=/org/freedesktop/Notifications", "--method=org.freedesktop.Notifications.Notify",
                quoted("Replay"), "0", quoted("replay"), quoted(title), quoted(markup), "[]", "{}", "0",
            ],
        ]
        for command in commands where Self.start(command) { return }
    }

    /// True if a session bus exists. Otherwise the programs would start their own bus.
    private static var hasBus: Bool {
        if String.variable("DBUS_SESSION_BUS_ADDRESS") != nil { return true }
        return String.variable("XDG_RUNTIME_DIR").map { access(($0 + "/bus").cPath, F_OK) == 0 } ?? false
    }

    /// The body, escaped because “<” and “&” would begin markup.
    private var markup: String {
        body.unicodeScalars.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
    }

    /// Returns a text in GVariant syntax.
    private func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined() + "\""
    }

    /// - Returns: False if the program does not exist.
    private static func start(_ command: [String]) -> Bool {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        for output in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The recorder blocks the signals that end it. The child must not inherit that mask.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(setSignalMask))
        let arguments = command.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var pid = pid_t()
        return posix_spawnp(&pid, command[0], &actions, &attributes, arguments + [nil], environ) == 0
    }

    /// `POSIX_SPAWN_SETSIGMASK`, which Swift's Glibc module does not export.
    private static let setSignalMask: Int32 = 0x08
}
