/// A program that plays audio.
public struct AudioApplication: Codable, Hashable, Sendable {
    /// The name that the application gives itself, such as “Firefox”.
    public var name: String
    /// The name of its program, such as “firefox-bin”. Empty if the application does not provide it.
    public var binary: String
    /// The process id, or nil if the application does not provide it.
    public var processID: Int32?

    package init(name: String, binary: String, processID: Int32?) {
        self.name = name
        self.binary = binary
        self.processID = processID
    }

    /// Returns true if the text is the application's name, its program's name (both in any case) or its process id.
    package func isMatched(by text: String) -> Bool {
        let text = text.lowercased()
        guard !text.isEmpty else { return false }
        return name.lowercased() == text || binary.lowercased() == text || processID.map(String.init) == text
    }
}
