import FoundationEssentials
import Glibc

/// What a user allowed to be recorded, and until when: eight minutes after the answer, by a clock that nobody sets.
struct Consent: Codable {
    enum Answer: String, Codable {
        /// The screen, its sound, and what else is asked for: microphone and camera.
        case everything
        /// The screen and its sound.
        case screen
    }

    private static let validity: Int64 = 8 * 60

    let answer: Answer
    /// In seconds since `boot`.
    private let until: Int64
    /// Which run of the machine it was given in.
    private let boot: String

    init(_ answer: Answer) {
        self.answer = answer
        until = Self.secondsSinceBoot + Self.validity
        boot = Self.currentBoot
    }

    /// Whether it still holds.
    var isValid: Bool {
        let left = until - Self.secondsSinceBoot
        return boot == Self.currentBoot && left > 0 && left <= Self.validity
    }

    private static var secondsSinceBoot: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec)
    }

    private static var currentBoot: String {
        (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
    }
}
