import Glibc

/// The peak level of one audio packet, stored as one byte.
///
/// A file of levels beside the recording's movie has one such byte for each packet of a track, in their order.
package struct AudioLevel: Hashable, Sendable {
    /// The stored byte. 0 is unknown, as read from a hole in a sparse file. 1 is silence and everything below -126.5
    /// dB. Above 1, each step is half a decibel, and 255 is full scale (0 dBFS).
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates the level of a packet with this peak, rounded to the nearest half decibel.
    /// - Parameter peak: The largest absolute sample; 1 is full scale.
    package init(peak: Float) {
        let steps = 255 + 40 * log10(peak)
        rawValue = steps >= 2 ? UInt8(min(steps.rounded(), 255)) : 1
    }

    package static let silence = AudioLevel(rawValue: 1)

    package var isKnown: Bool { rawValue != 0 }

    /// The level in decibels relative to full scale (dBFS); minus infinity for silence and for an unknown level.
    package var decibels: Double { rawValue <= 1 ? -.infinity : (Double(rawValue) - 255) / 2 }

    /// Returns the name of the file of levels of a track.
    /// - Parameter track: The track's index in the movie.
    package static func fileName(track: Int) -> String { "levels-\(track).bin" }
}
