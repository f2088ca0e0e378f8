import Glibc

/// How loud a packet of audio is, by its largest sample: a byte of the file of levels that is written beside a recording's
/// movie, one for each packet of a track in their order.
package struct AudioLevel: Hashable, Sendable {
    /// 0: unknown, as a hole in a file reads; 1: silence, and below -126.5 dB; then half a decibel each, 255: full scale.
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// - Parameter peak: 1 is full scale.
    package init(peak: Float) {
        let steps = 255 + 40 * log10(peak)
        rawValue = steps >= 2 ? UInt8(min(steps.rounded(), 255)) : 1
    }

    package static let silence = AudioLevel(rawValue: 1)

    package var isKnown: Bool { rawValue != 0 }

    /// Against full scale; minus infinity for silence.
    package var decibels: Double { rawValue <= 1 ? -.infinity : (Double(rawValue) - 255) / 2 }

    /// - Parameter track: its place in the movie.
    package static func fileName(track: Int) -> String { "levels-\(track).bin" }
}
