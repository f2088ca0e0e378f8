/// The abilities of this machine that Replay can use, and the remedies for the rest.
public struct Diagnosis: Codable, Hashable, Sendable {
    /// The results, in the order of the data flow.
    public let findings: [Finding]

    package init(_ findings: [Finding]) { self.findings = findings }

    /// True if a screen and its audio can be recorded.
    public var canRecord: Bool { findings.allSatisfy { $0.state != .broken } }

    /// True if a recording can be exported, which needs neither a display nor an audio server.
    public var canExport: Bool { findings.allSatisfy { $0.state != .broken || $0.need == .recording } }

    /// The failures, as a sentence without its full stop. Nil if recording and exporting work.
    public var complaint: String? {
        let broken = findings.filter { $0.state == .broken }.map(\.name)
        guard !broken.isEmpty else { return nil }
        let job =
            canExport ? "recording does not work here, exporting does" : "recording and exporting do not work here"
        return "\(job): see \(broken.joined(separator: ", "))"
    }
}

extension Diagnosis {
    /// The result of one check.
    public struct Finding: Codable, Hashable, Sendable {
        /// The state of the checked item.
        public enum State: String, Codable, Sendable {
            /// The item works.
            case ok
            /// The item does not work, but not every recording needs it.
            case warning
            /// The item does not work, so that recording or exporting is impossible.
            case broken
        }

        /// The tasks that need the item.
        public enum Need: String, Codable, Sendable {
            /// Only recording needs it.
            case recording
            /// Recording and exporting need it.
            case everything
        }

        /// The name of the item, such as “display”.
        public let name: String
        /// The state of the item.
        public let state: State
        /// The result of the check, as a sentence without its full stop.
        public let found: String
        /// The remedy, as a sentence without its full stop. Nil if there is nothing to repair.
        public let remedy: String?
        /// The tasks that fail if the item is broken.
        public let need: Need

        package static func ok(_ name: String, found: String) -> Finding {
            Finding(name: name, state: .ok, found: found, remedy: nil, need: .recording)
        }

        package static func warning(_ name: String, found: String, remedy: String) -> Finding {
            Finding(name: name, state: .warning, found: found, remedy: remedy, need: .recording)
        }

        package static func broken(_ name: String, found: String, remedy: String, need: Need = .recording) -> Finding {
            Finding(name: name, state: .broken, found: found, remedy: remedy, need: need)
        }
    }
}
