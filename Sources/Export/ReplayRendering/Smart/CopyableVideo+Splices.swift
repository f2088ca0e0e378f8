import FFmpeg
import H264
import MediaTime
import ReplayLibrary
package import ReplayMovie

extension CopyableVideo {
    /// The maximum number of frames in a GOP whose references are analysed. The analysis runs for each cut.
    private static let maxFrames = 2000
    /// The maximum number of frames that are decoded for each cut. In an infinite GOP, decoding more would cost more
    /// than encoding.
    static let maxLead = 300

    /// Returns a function that finds the splices of a track.
    package func splices(of movie: MovieReader, _ track: Int) -> ExportPlan.SpliceFinder {
        { [self] gop, time, end in splice(gop, of: movie, track: track, from: time, until: end) }
    }

    private func splice(
        _ gop: GOPIndex.GOP, of movie: MovieReader, track: Int, from time: Int64, until end: Int64
    ) -> Splice? {
        guard let references = references(of: gop, in: movie, track: track),
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
        if frames.toleratesInexactIDR, sets.sequence.isShownFromCorner { return splice(.fine) }
        // An exact IDR of a screen is larger than one from x264 by about 1/32 of the raw frame size. If the edit leaves
        // the GOP before its end, the last frames are encoded too, with another IDR. The spliced frames must be worth
        // that cost.
        let cost = ExactFrame.size(sets.sequence) / (gops.reorderDepth > 0 && gop.last >= end ? 8 : 32)
        let rest = frames.rest.frames.dropFirst().reduce(0) { $0 + Int(samples[gop.samples.lowerBound + $1].size) }
        return rest >= cost ? splice(.exact) : nil
    }

    func references(of gop: GOPIndex.GOP, in movie: MovieReader, track: Int) -> GOPReferences? {
        guard gop.samples.count <= Self.maxFrames else { return nil }
        let samples = movie.index.tracks[track].samples
        var frames: [(units: [NALUnit], time: Int64)] = []
        for sample in gop.samples {
            guard let units = unitStarts(of: movie, track: track, sample: sample) else { return nil }
            frames.append((units, samples[sample].pts))
        }
        return GOPReferences(frames, sets: allSets)
    }

    /// Returns the NAL units of a sample, for slices at least the headers. If it cannot be read, the error surfaces
    /// when the sample is written.
    private func unitStarts(of movie: MovieReader, track: Int, sample: Int) -> [NALUnit]? {
        let lengthSize = configuration.lengthSize
        // A frame usually has one slice, so its beginning is sufficient.
        guard let start = try? movie.bytes(track: track, sample: sample, first: Packet.headerSize) else { return nil }
        let length = start.prefix(lengthSize).reduce(0) { $0 << 8 | Int($1) }
        if length + lengthSize == movie.index.tracks[track].samples[sample].size, start.count > lengthSize {
            return [NALUnit(start.dropFirst(lengthSize))]
        }
        // An error surfaces when the sample is written.
        let packet = try? movie.packet(track: track, sample: sample)
        return packet?.unitStarts(lengthSize: lengthSize, first: Packet.headerSize)
    }
}
