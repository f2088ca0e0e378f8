import FFmpeg
import FFmpegFilter

/// Mixes tracks of any rate, format and channel layout, and filters the mix. libavfilter converts each track and
/// filters the sum. It does not add the tracks, because its amix filter may lose the last samples of a track.
final class FilteredMix: AudioMixing {
    /// The filter graph that converts each track for the sum, or nil if the track needs no conversion.
    private let conversions: [FilterGraph?]
    private let sum: SampleSum
    /// The filter graph for the sum, or nil if the sum is not filtered.
    private let filter: FilterGraph?
    private var isFilterClosed = false
    /// The position of the next frame.
    private var position: Int64

    /// - Parameters:
    ///   - models: A frame in the sample format of each track.
    ///   - filters: libavfilter's filters for the mixed audio, each with a comma before it.
    ///   - format: libavfilter's name of the output sample format.
    ///   - frameSize: The number of samples in each frame except the last, or 0 for any number.
    ///   - start: The position of the mix's first sample.
    init(of models: [Frame], filters: String, format: String, frameSize: Int, from start: Int64) throws {
        conversions = try models.map { SampleSum.takes($0) ? nil : try Self.conversion(of: $0) }
        let isFiltered = !filters.isEmpty || format != "fltp"
        let sumSize = isFiltered || frameSize == 0 ? Self.unfilteredSize : frameSize
        sum = SampleSum(tracks: models.count, frameSize: sumSize, from: start)
        filter = isFiltered ? try Self.filter(filters, format: format) : nil
        filter?.setOutputFrameSize(frameSize)
        position = start
    }

    /// The number of samples in the frames that are filtered.
    private static let unfilteredSize = 1024
    private static let summed = "aformat=sample_fmts=fltp:channel_layouts=stereo"

    /// Opens the graph that converts a track. A mono microphone is copied to both channels at its own level.
    private static func conversion(of model: Frame) throws -> FilterGraph {
        let spread = model.channelCount == 1 ? "pan=stereo|c0=c0|c1=c0," : ""
        return try .open(
            "[in0]\(spread)aresample=\(AudioMix.sampleRate),\(summed)[out]", inputs: [.audio(like: model)])
    }

    private static func filter(_ filters: String, format: String) throws -> FilterGraph {
        let model = try Frame.audio(planes: [[0], [0]], sampleRate: AudioMix.sampleRate, pts: 0)
        return try .open(
            "[in0]\(summed)\(filters),aformat=sample_fmts=\(format)[out]", inputs: [.audio(like: model)])
    }

    func add(_ frame: Frame, at position: Int64, of track: Int) throws {
        guard let conversion = conversions[track] else {
            return try sum.add(frame, at: position, of: track)
        }
        try convert(try frame.stamped(pts: position), of: track, by: conversion)
    }

    func end() throws {
        for (track, conversion) in conversions.enumerated() {
            if let conversion { try convert(nil, of: track, by: conversion) }
        }
        sum.end()
    }

    /// - Parameter frame: The frame to convert, or nil at the end.
    private func convert(_ frame: Frame?, of track: Int, by conversion: FilterGraph) throws {
        try conversion.push(frame)
        while case .next(let converted) = try conversion.pull() {
            try sum.add(converted, at: converted.pts ?? 0, of: track)
        }
    }

    func nextFrame() throws -> Frame? {
        guard let filter else { return try sum.nextFrame() }
        while true {
            switch try filter.pull() {
            case .next(let frame):
                defer { position += Int64(frame.sampleCount) }
                return try frame.stamped(pts: position)
            case .end: return nil
            case .again:
                let frame = try sum.nextFrame()
                guard frame != nil || sum.hasEnded && !isFilterClosed else { return nil }
                isFilterClosed = frame == nil
                try filter.push(frame)
            }
        }
    }
}
