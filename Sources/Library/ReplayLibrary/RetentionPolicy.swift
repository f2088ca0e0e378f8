public import FoundationEssentials

/// Which recordings are kept. ReplayKit keeps one for each application; here the user sets the limits. A pure value.
public struct RetentionPolicy: Sendable, Equatable {
    /// What the policy looks at.
    public struct Candidate: Sendable, Equatable {
        /// The recording.
        public let id: RecordingID
        /// When it was begun.
        public let date: Date
        /// Of all its files.
        public let bytes: Int64
        /// Whether it must stay whatever the limits: it is being recorded, damaged, or has no export.
        public let isProtected: Bool

        /// Sets its properties.
        public init(id: RecordingID, date: Date, bytes: Int64, isProtected: Bool) {
            self.id = id
            self.date = date
            self.bytes = bytes
            self.isProtected = isProtected
        }
    }

    /// The number of recordings to keep, the newest; 1 or more; nil: any.
    public var last: Int?
    /// The age up to which a recording is kept, in days of 24 hours; 1 or more; nil: any.
    public var days: Int?
    /// The bytes that all recordings may take; nil: any.
    public var bytes: Int64?

    /// Keeps everything.
    public init() {}

    /// Whether there is a limit.
    public var hasLimit: Bool { last != nil || days != nil || bytes != nil }

    /// The recordings beyond any of the limits, oldest first, without those that are protected.
    ///
    /// What is protected counts towards the limits all the same, for it takes their room.
    public func removable(of candidates: [Candidate], at now: Date) -> [RecordingID] {
        var removable: [RecordingID] = []
        var (count, total) = (0, Int128(0))
        // Dates are whole seconds.
        for candidate in candidates.sorted(by: { ($0.date, $0.id) > ($1.date, $1.id) }) {
            let isBeyond =
                last.map { count >= $0 } ?? false
                || days.map { now.timeIntervalSince(candidate.date) > Double($0) * 86_400 } ?? false
                || bytes.map { total + Int128(candidate.bytes) > $0 } ?? false
            if isBeyond, !candidate.isProtected {
                removable.append(candidate.id)
            } else {
                count += 1
                total += Int128(candidate.bytes)
            }
        }
        return removable.reversed()
    }
}
