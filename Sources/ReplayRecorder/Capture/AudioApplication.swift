/// A program that plays audio.
public struct AudioApplication: Codable, Hashable, Sendable {
    /// What it calls itself, such as “Firefox”.
    public var name: String
    /// The name of its program, such as “firefox-bin”; empty where it does not tell.
    public var binary: String
    /// Its process; nil where it does not tell.
    public var processID: Int32?

    /// The programs that play now, each once. Waits for the audio server's answer.
    /// - Parameter server: as in `$PULSE_SERVER`; nil: that, or the user's own.
    /// - Throws: `RecorderError.Kind.unavailable` where there is no audio server.
    public static func playing(server: String? = nil) throws(RecorderError) -> [AudioApplication] {
        var seen: Set<AudioApplication> = []
        return try PulseInventory.ask(server: server).playbacks.map(\.application).filter { seen.insert($0).inserted }
    }

    /// Whether it is the one that was asked for: by name or program in any case, or by process id.
    func isMatched(by text: String) -> Bool {
        let text = text.lowercased()
        guard !text.isEmpty else { return false }
        return name.lowercased() == text || binary.lowercased() == text || processID.map(String.init) == text
    }
}
