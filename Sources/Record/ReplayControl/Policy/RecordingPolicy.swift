import Glibc

/// What the administrator of a machine allows to be recorded: the contents of `/etc/replay/policy.json`.
///
///     { "recording": true, "microphone": false, "camera": false, "reason": "Customers’ voices are not recorded." }
///
/// What the file does not name is allowed, as is all where there is no file. One that cannot be read, or has a key that is
/// none of these, forbids all.
public struct RecordingPolicy: Codable, Sendable {
    /// Whether anything may be recorded.
    public var recording: Bool?
    /// Whether a microphone may be.
    public var microphone: Bool?
    /// Whether a camera may be.
    public var camera: Bool?
    /// Why not, in a sentence for the user.
    public var reason: String?

    /// What the file may name.
    static let keys: Set<String> = ["recording", "microphone", "camera", "reason"]

    /// The administrator's file.
    public static let path = "/etc/replay/policy.json"
    /// Names a second file, which can forbid more but allow nothing that the first forbids. It must be there.
    public static let variable = "REPLAY_POLICY"

    /// Recorders ask it themselves, so that nobody gets around it; ask it before you ask your user.
    /// - Throws: `RecorderError.Kind.forbidden`, saying who decided.
    public static func check(_ configuration: RecordingConfiguration) throws(RecorderError) {
        if let policy = try PolicyFile(path: path).read() { try policy.check(configuration, path: path) }
        guard let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty else { return }
        guard let further = try PolicyFile(path: named).read() else {
            throw RecorderError(
                .forbidden, "recording is forbidden, for $\(variable) names \(named), which is not there")
        }
        try further.check(configuration, path: named)
    }

    private func check(_ configuration: RecordingConfiguration, path: String) throws(RecorderError) {
        let hasMicrophone = configuration.audio.contains(.microphone)
        if recording == false { throw forbidden("recording", path) }
        if microphone == false, hasMicrophone { throw forbidden("recording the microphone", path) }
        if camera == false, configuration.camera != nil { throw forbidden("recording the camera", path) }
    }

    private func forbidden(_ what: String, _ path: String) -> RecorderError {
        let why = reason.map { " (“\($0)”)" } ?? ""
        return RecorderError(.forbidden, "\(what) is forbidden on this machine by its administrator in \(path)\(why)")
    }
}
