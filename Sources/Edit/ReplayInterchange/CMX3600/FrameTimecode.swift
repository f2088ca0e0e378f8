import MediaTime

/// A timecode `hh:mm:ss:ff` that counts whole frames (SMPTE ST 12-1).
struct FrameTimecode {
    /// The number of frames in a timecode second: 30 for 30 and for 29.97 frames per second.
    let base: Int
    /// True if the timecode skips numbers to stay close to real time (drop frame).
    var dropsFrames = false

    /// The hours that a timecode can express.
    private static let hours = 24

    init(_ rate: FrameRate, dropsFrames: Bool = false) {
        base = max(
            1, Int(clamping: MediaTime(seconds: rate.framesPerSecond)?.converted(to: 1, rounding: .nearest).value ?? 1))
        self.dropsFrames = dropsFrames
    }

    /// Returns the timecode of a frame, or nil from 24 hours on and for more than 100 frames per second.
    func text(_ frame: Int) -> String? {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: base)
        guard base <= 100, seconds < Self.hours * 3600 else { return nil }
        return [seconds / 3600, seconds / 60 % 60, seconds % 60, rest].map(\.twoDigits).joined(separator: ":")
    }

    /// Reads the text that ``text(_:)`` writes, also with a semicolon or a period before the frames.
    func frame(_ text: Substring) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" || $0 == "." }
        let numbers = parts.compactMap { $0.utf8.count == 2 ? UInt8($0).map(Int.init) : nil }
        guard parts.count == 4, numbers.count == 4, numbers[1] < 60, numbers[2] < 60, numbers[3] < base else {
            return nil
        }
        let minutes = numbers[0] * 60 + numbers[1]
        let frame = (minutes * 60 + numbers[2]) * base + numbers[3]
        // Drop frame skips 2 of 30 numbers at each minute, except at each tenth minute.
        return dropsFrames ? frame - base / 15 * (minutes - minutes / 10) : frame
    }
}

extension Int {
    fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
