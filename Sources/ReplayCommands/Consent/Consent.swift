import Replay

/// What a user allowed to be recorded, and until when: eight minutes after the answer. The screen and its sound are
/// allowed by every answer that is kept. A pure value.
struct Consent: Codable, Equatable {
    /// What is asked for by name.
    enum Extra: String, Codable, CaseIterable {
        case microphone, camera
    }

    private static let validity: Int64 = 8 * 60

    let allowed: Set<Extra>
    let refused: Set<Extra>
    /// In seconds since `boot`.
    private let until: Int64
    /// Which run of the machine it was given in.
    private let boot: String

    init(allowed: Set<Extra> = [], refused: Set<Extra> = [], at clock: BootClock) {
        self.allowed = allowed
        self.refused = refused
        until = clock.seconds + Self.validity
        boot = clock.boot
    }

    /// Whether it holds, and says of each of these whether it may be recorded.
    func answers(_ extras: Set<Extra>, at clock: BootClock) -> Bool {
        let left = until - clock.seconds
        return !boot.isEmpty && boot == clock.boot && left > 0 && left <= Self.validity
            && extras.isSubset(of: allowed.union(refused))
    }
}

extension RecordingConfiguration {
    /// What of it is asked for by name.
    var extras: Set<Consent.Extra> {
        var extras: Set<Consent.Extra> = []
        if sounds.contains(.microphone) { extras.insert(.microphone) }
        if camera != nil { extras.insert(.camera) }
        return extras
    }

    mutating func leaveOut(_ extras: Set<Consent.Extra>) {
        if extras.contains(.microphone) { sounds.removeAll { $0 == .microphone } }
        if extras.contains(.camera) { camera = nil }
    }
}
