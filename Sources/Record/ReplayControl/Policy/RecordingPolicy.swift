import Glibc

/// The administrator's rules for recording on a machine: the contents of `/etc/replay/policy.json`.
///
///     { "recording": true, "microphone": false, "camera": false, "reason": "Customers’ voices are not recorded." }
///
/// Missing keys allow their sources. A missing file allows everything. A file that cannot be read, or that
/// has an unknown key, forbids everything.
public struct RecordingPolicy: Codable, Sendable {
    /// True or nil if recording is allowed at all.
    public var recording: Bool?
    /// True or nil if recording a microphone is allowed.
    public var microphone: Bool?
    /// True or nil if recording a camera is allowed.
    public var camera: Bool?
    /// The reason for the restriction, as a sentence for the user.
    public var reason: String?

    /// The keys that the file may contain.
    static let keys: Set<String> = ["recording", "microphone", "camera", "reason"]

    /// The path of the administrator's file.
    public static let path = "/etc/replay/policy.json"
    /// The environment variable that names a second file, which must exist. That file can forbid more, but cannot allow
    /// what the first file forbids.
    public static let variable = "REPLAY_POLICY"

    /// Checks a configuration against the policy files. Recorders always call it, so that nobody can bypass it. Call it
    /// before you ask your user for consent.
    /// - Throws: `RecorderError.Kind.forbidden`, with the path of the file that forbids the recording.
    public static func check(_ configuration: RecordingConfiguration) throws(RecorderError) {
        if let policy = try PolicyFile(path: path).read() { try policy.check(configuration, path: path) }
        guard let named = getenv(variable).map({ String(cString: $0) }), !named.isEmpty else { return }
        guard let further = try PolicyFile(path: named).read() else {
            throw RecorderError(
                .forbidden, description: "recording is forbidden: $\(variable) names \(named), which does not exist")
        }
        try further.check(configuration, path: named)
    }

    private func check(_ configuration: RecordingConfiguration, path: String) throws(RecorderError) {
        let hasMicrophone = configuration.audio.contains(.microphone)
        if recording == false { throw forbidden("recording", by: path) }
        if microphone == false, hasMicrophone { throw forbidden("recording the microphone", by: path) }
        if camera == false, configuration.camera != nil { throw forbidden("recording the camera", by: path) }
    }

    private func forbidden(_ what: String, by path: String) -> RecorderError {
        let why = reason.map { " (“\($0)”)" } ?? ""
        return RecorderError(
            .forbidden, description: "\(what) is forbidden on this machine by its administrator in \(path)\(why)")
    }
}
