import MediaTime
package import ReplayControl
import ReplayLibrary

/// A user's answer about recording. It is valid for eight minutes, and only for the sources that the question named. A
/// pure value.
package struct Consent: Equatable {
    private static let validity: Int64 = 8 * 60

    package let allowed: [RecordingSource]
    package let refused: [RecordingSource]
    /// The end of validity, in seconds since boot.
    private let until: Int64
    /// The identifier of the boot in which it was given.
    private let boot: String

    package init(allowed: [RecordingSource] = [], refused: [RecordingSource] = [], at clock: BootClock) {
        self.allowed = allowed
        self.refused = refused
        until = clock.seconds + Self.validity
        boot = clock.boot
    }

    /// Returns true if the consent is valid and covers each of these sources, allowed or refused.
    package func answers(_ sources: [RecordingSource], at clock: BootClock) -> Bool {
        let left = until - clock.seconds
        return !boot.isEmpty && boot == clock.boot && left > 0 && left <= Self.validity
            && sources.allSatisfy { source in (allowed + refused).contains { $0.includes(source) } }
    }

    /// Returns those of the sources that were refused.
    package func refused(of sources: [RecordingSource]) -> [RecordingSource] {
        sources.filter { source in refused.contains { $0.includes(source) } }
    }
}

extension Consent: Codable {
    private enum Key: CodingKey { case version, allowed, refused, until, boot }

    /// The sources that the first version of the file could name. Its answers always covered the screen and application
    /// audio too.
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
    /// Removes microphone, camera, pointer and shortcuts from the configuration if they are among these sources.
    package mutating func leaveOut(_ sources: [RecordingSource]) {
        let kinds = sources.map(\.kind)
        if kinds.contains(.microphone) {
            audio.removeAll { $0 == .microphone }
            hasMix = nil
        }
        if kinds.contains(.camera) { camera = nil }
        if kinds.contains(.pointer) { (recordsPointer, keepsPointerApart) = (false, false) }
        if kinds.contains(.keys) { recordsKeys = false }
    }
}
