package import AudioSources
import Glibc
import MediaTime
import ReplayEditor
import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

/// The factor by which each sample of an audio track is multiplied. A pure value.
package struct GainEnvelope: Sendable, Equatable {
    /// An effect, with its range in samples of the track.
    private struct Piece: Sendable, Equatable {
        let kind: AudioEffect.Kind
        let range: Range<Int64>
        /// The range of the samples that the effect changes. A mute also fades the audio beside its range, so that the
        /// range itself is silent.
        let touched: Range<Int64>
    }

    private let pieces: [Piece]
    /// The duration of a change of gain, in samples (5 ms): too short to be heard as a fade, long enough to avoid a
    /// click.
    private let ramp: Int64

    /// - Parameters:
    ///   - effects: The audio effects of the edit.
    ///   - track: The track whose effects apply, or nil for a track that is neither application audio nor microphone.
    package init(_ effects: [AudioEffect], track: AudioSource?, sampleRate: Int) {
        let ramp = Int64(sampleRate) / 200
        self.ramp = ramp
        pieces = effects.filter { $0.track == nil || $0.track == track }.map { effect in
            let range = effect.range.converted(to: Int32(clamping: sampleRate), rounding: .nearest)
            let samples = range.start.value..<range.end.value
            let isMute = effect.kind == .mute
            return Piece(
                kind: effect.kind, range: samples,
                touched: isMute ? samples.lowerBound - ramp..<samples.upperBound + ramp : samples)
        }
    }

    /// - Returns: Nil if no effect applies to the track.
    package init?(_ effects: [AudioEffect], of movie: MovieReader, track: Int, sampleRate: Int) {
        let source = AudioSource(trackTitle: movie.streams[track].title)
        self.init(effects, track: source, sampleRate: sampleRate)
        if pieces.isEmpty { return nil }
    }

    /// The ranges in which samples are changed, ascending and disjoint.
    package var ranges: [Range<Int64>] {
        Array(RangeSet(pieces.map(\.touched).sorted { $0.lowerBound < $1.lowerBound }).ranges)
    }

    /// The muted ranges.
    package var muted: [Range<Int64>] { pieces.filter { $0.kind == .mute }.map(\.range) }

    /// Returns the factors for a range of samples, or nil if all factors are 1.
    func factors(_ samples: Range<Int64>) -> [Float]? {
        let acting = pieces.filter { $0.touched.overlaps(samples) }
        guard !acting.isEmpty else { return nil }
        var factors = Array(repeating: Float(1), count: samples.count)
        for piece in acting {
            for sample in piece.touched.clamped(to: samples) {
                factors[Int(sample - samples.lowerBound)] *= factor(piece, at: sample)
            }
        }
        return factors
    }

    private func factor(_ piece: Piece, at sample: Int64) -> Float {
        let (since, left) = (sample - piece.range.lowerBound, piece.range.upperBound - 1 - sample)
        switch piece.kind {
        case .mute: return max(Self.rise(-1 - since, over: ramp), Self.rise(-1 - left, over: ramp))
        case .fadeIn: return Self.rise(since, over: Int64(piece.range.count))
        case .fadeOut: return Self.rise(left, over: Int64(piece.range.count))
        case .gain(let gain):
            let full = Float(pow(10, gain.decibels / 20))
            let part = min(Self.rise(since, over: ramp), Self.rise(left, over: ramp))
            return 1 + (full - 1) * part
        }
    }

    /// Returns a smooth rise from 0 to 1 with level ends, 3x² - 2x³ (smoothstep): 0 before the ramp, and 1 after it.
    package static func rise(_ sample: Int64, over ramp: Int64) -> Float {
        guard sample >= 0 else { return 0 }
        guard sample < ramp else { return 1 }
        let part = (Float(sample) + 0.5) / Float(ramp)
        return part * part * (3 - 2 * part)
    }
}
