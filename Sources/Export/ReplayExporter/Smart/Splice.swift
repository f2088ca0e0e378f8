import FFmpeg
import H264
import MediaTime
import ReplayLibrary
import ReplayMovie

/// How a GOP goes on behind a cut: the frame at the cut becomes an IDR, and those behind it stay as they are coded.
public struct Splice: Sendable, Equatable {
    /// How the IDR is coded.
    enum Coding: Sendable, Equatable {
        /// To the bit: so are all frames behind it.
        case exact
        /// By the encoder, so finely that nobody sees it; and no more is seen of it in the frames behind it.
        case fine
    }

    /// The first sample of the GOP.
    let firstSample: Int
    let frames: GOPSplice
    let coding: Coding
    /// When the IDR is shown in the recording, in the track's ticks.
    let time: Int64
    /// When the GOP begins, in the track's ticks.
    let keyframeTime: Int64

    /// The samples of the frames that are encoded before the IDR, in the order in which they are shown.
    var leading: [Int] { frames.leading.map { firstSample + $0 } }
    /// The samples of the IDR and of those behind it, in decoding order.
    var samples: [Int] { frames.rest.frames.map { firstSample + $0 } }
    /// The samples that are decoded for the frames that are encoded, in decoding order.
    var lead: [Int] { frames.lead.frames.map { firstSample + $0 } }
}

extension CopyableVideo {
    /// Frames of a GOP whose references are worked out, at most: it is done for each cut.
    private static let maxFrames = 2000
    /// Frames that are decoded anew for each cut, at most: where a GOP is endless, that is more than to encode it.
    static let maxLead = 300

    /// Finds splices of a track.
    func splices(of movie: MovieReader, _ track: Int) -> ExportPlan.SpliceFinder {
        { [self] gop, time, end in splice(gop, of: movie, track, from: time, until: end) }
    }

    private func splice(
        _ gop: GOPIndex.GOP, of movie: MovieReader, _ track: Int, from time: Int64, until end: Int64
    ) -> Splice? {
        guard let references = references(of: gop, movie, track),
            let frames = references.splice(from: time, until: end), let first = frames.rest.frames.first,
            frames.lead.isWhole || frames.lead.frames.count <= Self.maxLead
        else { return nil }
        let samples = movie.index.tracks[track].samples
        func splice(_ coding: Splice.Coding) -> Splice {
            let first = gop.samples.lowerBound + first
            return Splice(
                firstSample: gop.samples.lowerBound, frames: frames, coding: coding, time: samples[first].pts,
                keyframeTime: gop.start)
        }
        if frames.isPlain, sets.sequence.isShownFromCorner { return splice(.fine) }
        // An exact IDR of a screen takes about 1/32 of the samples more than one by the encoder. Where the edit leaves the GOP
        // before its end, the last frames are encoded, with another IDR. What is spliced must be worth that.
        let cost = ExactFrame.size(sets.sequence) / (gops.reorderDepth > 0 && gop.last >= end ? 8 : 32)
        let rest = frames.rest.frames.dropFirst().reduce(0) { $0 + Int(samples[gop.samples.lowerBound + $1].size) }
        return rest >= cost ? splice(.exact) : nil
    }

    func references(of gop: GOPIndex.GOP, _ movie: MovieReader, _ track: Int) -> GOPReferences? {
        guard gop.samples.count <= Self.maxFrames else { return nil }
        let samples = movie.index.tracks[track].samples
        var frames: [(units: [NALUnit], time: Int64)] = []
        for sample in gop.samples {
            guard let units = unitStarts(of: movie, track, sample) else { return nil }
            frames.append((units, samples[sample].pts))
        }
        return GOPReferences(frames, allSets)
    }

    /// The units of a sample, of slices at least the headers. Who reads it for the output is told why that cannot be done.
    private func unitStarts(of movie: MovieReader, _ track: Int, _ sample: Int) -> [NALUnit]? {
        let lengthSize = configuration.lengthSize
        // Mostly a frame is one slice: then its beginning will do.
        guard let start = try? movie.bytes(track: track, sample: sample, first: Packet.headerSize) else { return nil }
        let length = start.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
        if length + lengthSize == movie.index.tracks[track].samples[sample].size, start.count > lengthSize {
            return [NALUnit(start.dropFirst(lengthSize))]
        }
        let packet = try? movie.packet(track: track, sample: sample)
        return packet?.unitStarts(lengthSize: lengthSize, first: Packet.headerSize)
    }
}
