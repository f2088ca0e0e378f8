/// What of this machine Replay can use, and how to repair the rest.
public struct Diagnosis: Codable, Hashable, Sendable {
    /// What was looked at, in the order of the way of the data.
    public let findings: [Finding]

    init(_ findings: [Finding]) { self.findings = findings }

    /// Whether a screen and its audio could be recorded.
    public var canRecord: Bool { findings.allSatisfy { $0.state != .broken } }

    /// Whether a recording could be exported: that takes no display and no audio server.
    public var canExport: Bool { findings.allSatisfy { $0.state != .broken || $0.need == .recording } }

    /// What does not work, as a sentence without its full stop; nil where recording and exporting would work.
    public var complaint: String? {
        let broken = findings.filter { $0.state == .broken }.map(\.name)
        guard !broken.isEmpty else { return nil }
        let job =
            canExport ? "recording does not work here, exporting does" : "recording and exporting do not work here"
        return "\(job): see \(broken.joined(separator: ", "))"
    }
}
