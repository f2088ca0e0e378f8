import MediaTime
package import ReplayControl
import ReplayLibrary

/// What a user allowed to be recorded, and until when: eight minutes after the answer, and nothing that was not asked about.
/// A pure value.
package struct Consent: Equatable {
    private static let validity: Int64 = 8 * 60

    package let allowed: [RecordingSource]
    package let refused: [RecordingSource]
    /// In seconds since `boot`.
    private let until: Int64
    /// Which run of the machine it was given in.
    private let boot: String

    package init(allowed: [RecordingSource] = [], refused: [RecordingSource] = [], at clock: BootClock) {
        self.allowed = allowed
        self.refused = refused
        until = clock.seconds + Self.validity
        boot = clock.boot
    }

    /// Whether it holds, and says of each of these whether it may be recorded.
    package func answers(_ sources: [RecordingSource], at clock: BootClock) -> Bool {
        let left = until - clock.seconds
        return !boot.isEmpty && boot == clock.boot && left > 0 && left <= Self.validity
            && sources.allSatisfy { source in (allowed + refused).contains { $0.includes(source) } }
    }

    /// Which of these were refused.
    package func refused(of sources: [RecordingSource]) -> [RecordingSource] {
        sources.filter { source in refused.contains { $0.includes(source) } }
    }
}

extension Consent: Codable {
    private enum Key: CodingKey { case version, allowed, refused, until, boot }

    /// What the first version of the file named; its answers were about the screen and application audio besides.
    private enum Extra: String, Codable {
        case microphone, camera

        var source: RecordingSource { RecordingSource(self == .microphone ? .microphone : .camera) }
    }

    private static let version = 2

    package init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: Key.self)
        if try file.decodeIfPresent(Int.self, forKey: .version) == nil {
            let extras = try file.decode([Extra].self, forKey: .allowed)
            allowed = [RecordingSource(.screen), RecordingSource(.applicationAudio)] + extras.map(\.source)
            refused = try file.decode([Extra].self, forKey: .refused).map(\.source)
        } else {
            allowed = try file.decode([RecordingSource].self, forKey: .allowed)
            refused = try file.decode([RecordingSource].self, forKey: .refused)
        }
        until = try file.decode(Int64.self, forKey: .until)
        boot = try file.decode(String.self, forKey: .boot)
    }

    package func encode(to encoder: any Encoder) throws {
        var file = encoder.container(keyedBy: Key.self)
        try file.encode(Self.version, forKey: .version)
        try file.encode(allowed, forKey: .allowed)
        try file.encode(refused, forKey: .refused)
        try file.encode(until, forKey: .until)
        try file.encode(boot, forKey: .boot)
    }
}

extension RecordingConfiguration {
    /// Leaves out microphone, camera and pointer, as far as they are among these.
    package mutating func leaveOut(_ sources: [RecordingSource]) {
        let kinds = sources.map(\.kind)
        if kinds.contains(.microphone) {
            audio.removeAll { $0 == .microphone }
            hasMix = nil
        }
        if kinds.contains(.camera) { camera = nil }
        if kinds.contains(.pointer) { recordsPointer = false }
    }
}
