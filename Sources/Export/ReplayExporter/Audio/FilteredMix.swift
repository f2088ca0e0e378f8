import FFmpeg
import FFmpegFilter

/// Mixes tracks of any rate, format and channels, with filters for what was mixed: libavfilter converts each track and
/// filters the sum. It does not add them up: its amix may lose what a track gives last.
final class FilteredMix: AudioMixing {
    /// What makes of each track samples as the sum takes them; nil where they are such.
    private let conversions: [FilterGraph?]
    private let sum: SampleSum
    /// nil where nothing is done to the sum.
    private let filter: FilterGraph?
    private var isFilterClosed = false
    /// Where the next frame begins.
    private var position: Int64

    /// - Parameters:
    ///   - models: one for each track: the format of its samples.
    ///   - filters: of libavfilter, for what was mixed; each with a comma before it.
    ///   - format: libavfilter's name of the samples that are given.
    ///   - frameSize: samples in each frame but the last; 0: any number.
    ///   - start: where the mix begins, in samples.
    init(of models: [Frame], filters: String, format: String, frameSize: Int, from start: Int64) throws {
        conversions = try models.map { SampleSum.takes($0) ? nil : try Self.conversion(of: $0) }
        let isFiltered = !filters.isEmpty || format != "fltp"
        let sumSize = isFiltered || frameSize == 0 ? Self.unfilteredSize : frameSize
        sum = SampleSum(tracks: models.count, frameSize: sumSize, from: start)
        filter = isFiltered ? try Self.filter(filters, format) : nil
        filter?.setOutputFrameSize(frameSize)
        position = start
    }

    /// Samples in the frames that are filtered.
    private static let unfilteredSize = 1024
    private static let summed = "aformat=sample_fmts=fltp:channel_layouts=stereo"

    /// A microphone in mono is heard on both sides as loud as it is.
    private static func conversion(of model: Frame) throws -> FilterGraph {
        let spread = model.channelCount == 1 ? "pan=stereo|c0=c0|c1=c0," : ""
        return try .open(
            "[in0]\(spread)aresample=\(AudioMix.sampleRate),\(summed)[out]", inputs: [.audio(like: model)])
    }

    private static func filter(_ filters: String, _ format: String) throws -> FilterGraph {
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

    /// - Parameter frame: nil at the end.
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
