package import FFmpeg
import FFmpegFilter
import MediaTime
import ReplayLibrary
package import ReplayMovie
package import ReplayTimeline

/// Reads the samples of an audio track from any position, exact to the sample, with silence in gaps. The samples are
/// planar 32-bit floats.
package final class AudioReader {
    private let track: MovieIndex.Track
    private let decoder: TrackDecoder
    /// The decoded audio that is not used up, and the position of its first sample.
    private var held: (frame: Frame, start: Int64)?
    /// The conversion to planar floats, or nil if the decoder's samples are planar floats already.
    private let conversion: FilterGraph?
    private let isWidened: Bool
    /// A frame in the format of the audio.
    package let model: Frame
    /// The factors by which the edit changes the samples, or nil if it changes none.
    package var gain: GainEnvelope?
    /// Readers of the tracks to add to this one. They have the same rate, and either one channel or as many as this
    /// track.
    package var others: [AudioReader] = []

    /// The sample rate, in Hz.
    package let sampleRate: Int

    /// - Parameter isWidened: True to convert mono to stereo. Both channels then have the level of the mono channel.
    /// - Returns: Nil if the track contains no audio.
    package init?(_ movie: MovieReader, track index: Int, isWidened: Bool = false) throws {
        track = movie.index.tracks[index]
        decoder = try TrackDecoder(movie, track: index)
        guard let first = try decoder.nextFrame(), first.sampleRate > 0 else { return nil }
        conversion =
            first.isPlanarFloat
            ? nil : try FilterGraph.open("[in0]aformat=sample_fmts=fltp[out]", inputs: [.audio(like: first)])
        self.isWidened = isWidened
        model = try Self.converted(first, by: conversion, isWidened: isWidened)
        sampleRate = first.sampleRate
        try seek(to: 0)
    }

    /// Creates a reader that applies the audio effects of an edit.
    package convenience init?(
        _ movie: MovieReader, track index: Int, applying edit: Edit, isWidened: Bool = false
    ) throws {
        try self.init(movie, track: index, isWidened: isWidened)
        gain = GainEnvelope(edit.audioEffects, of: movie, track: index, sampleRate: sampleRate)
    }

    /// Seeks to a sample, counted in the track's rate.
    package func seek(to sample: Int64) throws {
        let time = Int64(Int128(sample) * Int128(track.timescale) / Int128(sampleRate))
        // Audio is coded in overlapping blocks, so decoding begins two packets earlier: the first block is exact only
        // after the packet before it.
        decoder.seek(toSample: max(0, track.samples.partitioningIndex { $0.pts > time } - 3))
        held = nil
        for other in others { try other.seek(to: sample) }
    }

    /// Returns the next frame of at most `count` samples from `position` on, with the edit's gain and the other tracks
    /// added.
    package func read(from position: Int64, count: Int) throws -> Frame {
        var frame = try altered(from: position, count: count)
        for other in others {
            var place = 0
            while place < frame.sampleCount {
                let part = try other.read(from: position + Int64(place), count: frame.sampleCount - place)
                frame = try frame.adding(part, at: place)
                place += part.sampleCount
            }
        }
        return frame
    }

    private func altered(from position: Int64, count: Int) throws -> Frame {
        let frame = try recorded(from: position, count: count)
        guard let factors = gain?.factors(position..<position + Int64(frame.sampleCount)) else { return frame }
        return try frame.amplified(by: factors)
    }

    private func recorded(from position: Int64, count: Int) throws -> Frame {
        while true {
            if held == nil { held = try decodeNext() }
            guard let (frame, start) = held else { return try model.silence(count, pts: 0) }
            let offset = position - start
            if offset >= Int64(frame.sampleCount) {
                held = nil
            } else if offset >= 0 {
                let end = min(frame.sampleCount, Int(offset) + count)
                let isWhole = offset == 0 && end == frame.sampleCount
                return isWhole ? frame : try frame.slice(Int(offset)..<end, pts: 0)
            } else {
                return try model.silence(Int(min(-offset, Int64(count))), pts: 0)
            }
        }
    }

    private func decodeNext() throws -> (Frame, Int64)? {
        guard let frame = try decoder.nextFrame() else { return nil }
        return (try Self.converted(frame, by: conversion, isWidened: isWidened), position(of: frame))
    }

    private static func converted(_ frame: Frame, by conversion: FilterGraph?, isWidened: Bool) throws -> Frame {
        let floats = try conversion.map { try Self.floats(of: frame, by: $0) } ?? frame
        return isWidened ? try floats.widened() : floats
    }

    private static func floats(of frame: Frame, by conversion: FilterGraph) throws -> Frame {
        try conversion.push(frame)
        guard case .next(let converted) = try conversion.pull() else {
            throw FFmpegError(.invalidData, operation: "convert", subject: "audio")
        }
        return converted
    }

    private func position(of frame: Frame) -> Int64 {
        let time = Int128(frame.bestEffortPTS ?? 0) * Int128(sampleRate)
        // Rounds to nearest: otherwise times in ticks that are coarser than samples would cause gaps.
        let (quotient, remainder) = time.quotientAndRemainder(dividingBy: Int128(track.timescale))
        return Int64(clamping: quotient + (remainder * 2 >= Int128(track.timescale) ? 1 : 0))
    }
}
