public import FoundationEssentials

/// Limits for the recordings to keep. ReplayKit keeps one recording for each
/// application; here the user sets the limits.
public struct RetentionPolicy: Sendable, Equatable {
    /// The properties of a recording that the policy uses.
    public struct Candidate: Sendable, Equatable {
        /// The identifier of the recording.
        public let id: RecordingID
        /// The time when the recording began.
        public let date: Date
        /// The size of all its files, in bytes.
        public let bytes: Int64
        /// True if the recording stays whatever the limits: it is in progress,
        /// interrupted or damaged, or has no export.
        public let isProtected: Bool

        /// Creates a candidate with these properties.
        public init(id: RecordingID, date: Date, bytes: Int64, isProtected: Bool) {
            self.id = id
            self.date = date
            self.bytes = bytes
            self.isProtected = isProtected
        }
    }

    /// The number of newest recordings to keep, 1 or more; nil for no limit.
    public var last: Int?
    /// The largest age of a recording, in days of 24 hours, 1 or more; nil for no limit.
    public var days: Int?
    /// The largest total size of all recordings, in bytes; nil for no limit.
    public var bytes: Int64?

    /// Creates a policy without limits, which keeps everything.
    public init() {}

    /// True if any limit is set.
    public var hasLimit: Bool { last != nil || days != nil || bytes != nil }

    /// Returns the unprotected recordings that exceed any of the limits, oldest first.
    ///
    /// Protected recordings count towards the limits, because they use disk space.
    public func removable(of candidates: [Candidate], at now: Date) -> [RecordingID] {
        var removable: [RecordingID] = []
        var (count, total) = (0, Int128(0))
        // Dates are whole seconds, so ids decide the order within a second.
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
