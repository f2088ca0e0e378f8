import MediaTime

/// A page that takes part in watching together.
struct WatchParticipant: Sendable {
    /// The number by which the participants name each other, from 1.
    let number: Int
    let isOwner: Bool
    /// The name that the participant has typed, or the default one.
    var name: String
    var suspension: WatchSuspension?
    /// The instant at which the participant last sent something.
    var lastHeard: HostTime
    /// The time that the group has waited for the participant since its stalls became frequent.
    var waited = Duration.zero
    /// The instant from which the group waits for the participant now, or nil.
    var waitedSince: HostTime?
    /// The instant at which the group last waited for the participant, or nil.
    var lastWaited: HostTime?
    /// The latest round trips of requests, at most `maxRoundTrips`.
    private var roundTrips: [Duration] = []

    private static let maxRoundTrips = 32
    private static let maxName = 40

    init(number: Int, isOwner: Bool, at now: HostTime) {
        (self.number, self.isOwner, lastHeard) = (number, isOwner, now)
        name = Self.defaultName(number, isOwner: isOwner)
    }

    private static func defaultName(_ number: Int, isOwner: Bool) -> String { isOwner ? "Owner" : "Viewer \(number)" }

    /// Takes the name that a participant has typed, without control characters and with at most 40 characters.
    mutating func rename(_ text: String) {
        let printed = text.unicodeScalars.filter {
            ![.control, .format, .surrogate, .lineSeparator, .paragraphSeparator].contains(
                $0.properties.generalCategory)
        }
        let words = String(String.UnicodeScalarView(printed)).split(separator: " ").joined(separator: " ")
        name = words.isEmpty ? Self.defaultName(number, isOwner: isOwner) : String(words.prefix(Self.maxName))
    }

    mutating func add(_ times: [Duration]) {
        roundTrips = (roundTrips + times.suffix(Self.maxRoundTrips).map { max(.zero, $0) }).suffix(Self.maxRoundTrips)
    }

    /// The 95th percentile of the round trips.
    var roundTrip: Duration {
        let sorted = roundTrips.sorted()
        return sorted.isEmpty ? .zero : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
    }
}

/// The reason why a participant does not follow the group for a while.
enum WatchSuspension: String, Codable, Sendable, CaseIterable {
    /// The participant has no data to show. The group waits for it for a limited time.
    case stall
    /// The participant has paused for itself. The group goes on.
    case reading
    /// The participant has not been heard of for a while. The group goes on.
    case asleep
}
