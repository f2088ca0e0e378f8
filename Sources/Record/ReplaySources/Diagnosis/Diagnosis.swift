/// What of this machine Replay can use, and how to repair the rest.
public struct Diagnosis: Codable, Hashable, Sendable {
    /// What was looked at, in the order of the way of the data.
    public let findings: [Finding]

    package init(_ findings: [Finding]) { self.findings = findings }

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

extension Diagnosis {
    /// One thing that was looked at.
    public struct Finding: Codable, Hashable, Sendable {
        /// How it is.
        public enum State: String, Codable, Sendable {
            /// It works.
            case ok
            /// Something that not every recording needs does not work.
            case warning
            /// Nothing can be recorded, or exported, as long as it is so.
            case broken
        }

        /// What does not work without it.
        public enum Need: String, Codable, Sendable {
            /// Recording; exporting works without it.
            case recording
            /// Exporting neither.
            case everything
        }

        /// What it is, such as “display”.
        public let name: String
        /// How it is.
        public let state: State
        /// What was found, as a sentence without its full stop.
        public let found: String
        /// How to repair it, likewise; nil where there is nothing to repair.
        public let remedy: String?
        /// What does not work where it is broken.
        public let need: Need

        package static func ok(_ name: String, _ found: String) -> Finding {
            Finding(name: name, state: .ok, found: found, remedy: nil, need: .recording)
        }

        package static func warning(_ name: String, _ found: String, remedy: String) -> Finding {
            Finding(name: name, state: .warning, found: found, remedy: remedy, need: .recording)
        }

        package static func broken(_ name: String, _ found: String, remedy: String, need: Need = .recording) -> Finding
        {
            Finding(name: name, state: .broken, found: found, remedy: remedy, need: need)
        }
    }
}
