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

        static func ok(_ name: String, _ found: String) -> Finding {
            Finding(name: name, state: .ok, found: found, remedy: nil, need: .recording)
        }

        static func warning(_ name: String, _ found: String, remedy: String) -> Finding {
            Finding(name: name, state: .warning, found: found, remedy: remedy, need: .recording)
        }

        static func broken(_ name: String, _ found: String, remedy: String, need: Need = .recording) -> Finding {
            Finding(name: name, state: .broken, found: found, remedy: remedy, need: need)
        }
    }
}
