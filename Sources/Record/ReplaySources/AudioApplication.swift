/// A program that plays audio.
public struct AudioApplication: Codable, Hashable, Sendable {
    /// What it calls itself, such as “Firefox”.
    public var name: String
    /// The name of its program, such as “firefox-bin”; empty where it does not tell.
    public var binary: String
    /// Its process; nil where it does not tell.
    public var processID: Int32?

    package init(name: String, binary: String, processID: Int32?) {
        self.name = name
        self.binary = binary
        self.processID = processID
    }

    /// Whether it is the one that was asked for: by name or program in any case, or by process id.
    package func isMatched(by text: String) -> Bool {
        let text = text.lowercased()
        guard !text.isEmpty else { return false }
        return name.lowercased() == text || binary.lowercased() == text || processID.map(String.init) == text
    }
}
