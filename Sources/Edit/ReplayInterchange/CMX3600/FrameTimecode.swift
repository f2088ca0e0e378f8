import MediaTime

/// `hh:mm:ss:ff` of a clock that counts whole frames, as SMPTE ST 12-1 has it.
struct FrameTimecode {
    /// Frames in a second of the clock: 30 for 30 and for 29.97.
    let base: Int
    /// Whether the clock leaves out numbers, so as to go as fast as the day does.
    var dropsFrames = false

    /// Beyond it there is no timecode.
    private static let hours = 24

    init(_ rate: FrameRate, dropsFrames: Bool = false) {
        base = max(
            1, Int(clamping: MediaTime(seconds: rate.framesPerSecond)?.converted(to: 1, rounding: .nearest).value ?? 1))
        self.dropsFrames = dropsFrames
    }

    /// Nil from 24 hours on, and where a second has more than 100 frames.
    func text(_ frame: Int) -> String? {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: base)
        guard base <= 100, seconds < Self.hours * 3600 else { return nil }
        return [seconds / 3600, seconds / 60 % 60, seconds % 60, rest].map(\.twoDigits).joined(separator: ":")
    }

    /// Reads what ``text(_:)`` writes, and with a semicolon before the frames.
    func frame(_ text: Substring) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" || $0 == "." }
        let numbers = parts.compactMap { $0.utf8.count == 2 ? UInt8($0).map(Int.init) : nil }
        guard parts.count == 4, numbers.count == 4, numbers[1] < 60, numbers[2] < 60, numbers[3] < base else {
            return nil
        }
        let minutes = numbers[0] * 60 + numbers[1]
        let frame = (minutes * 60 + numbers[2]) * base + numbers[3]
        // Two numbers of thirty each minute, but each tenth.
        return dropsFrames ? frame - base / 15 * (minutes - minutes / 10) : frame
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
