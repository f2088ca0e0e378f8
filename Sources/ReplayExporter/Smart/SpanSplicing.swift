import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// Writes a span that goes on within a GOP.
struct SpanSplicing {
    private let renderer: SmartRenderer
    private let splice: Splice

    private var track: MovieIndex.Track { renderer.movie.index.tracks[renderer.videoTrack] }
    private var lengthSize: Int { renderer.video.configuration.lengthSize }

    init(_ renderer: SmartRenderer, _ splice: Splice) { (self.renderer, self.splice) = (renderer, splice) }

    /// - Parameters:
    ///   - encoding: of the whole span, where that is less.
    ///   - next: the id of the IDR that comes after the span.
    func write(_ span: VideoSpan, before next: UInt32?, to frames: StitchedFrames, or encoding: SpanEncoding) throws {
        // Two IDRs stand beside each other where nothing is between them.
        let neighbours = [frames.lastID, splice.samples.count == 1 ? next : nil].compactMap(\.self)
        guard let (first, id) = try keyframe(beside: neighbours) else {
            // No more keyframes than planned.
            return try encoding.encode(
                span, decodeFrom: keyframeTime, before: next, to: frames, keyframeInterval: .max / 2)
        }
        let times = span.outputTimes(of: splice.samples.map { track.samples[$0] }, timescale: track.timescale)
        frames.expect(times.sorted())
        for (number, (sample, time)) in zip(splice.samples, times).enumerated() {
            var packet = try number == 0 ? first : written(sample, number, as: splice.frames.rest)
            packet.pts = time
            packet.isKeyframe = number == 0
            try frames.append(packet, idrID: number == 0 ? id : nil)
        }
    }

    /// When the GOP begins in the recording.
    private var keyframeTime: MediaTime { MediaTime(value: splice.keyframeTime, timescale: track.timescale) }

    /// The IDR.
    /// - Parameter ids: the idr_pic_id of its neighbours, at most two.
    /// - Returns: nil where it would be too large.
    private func keyframe(beside ids: [UInt32]) throws -> (packet: Packet, idrID: UInt32)? {
        let frame = try decoded()
        switch splice.coding {
        case .fine:
            let (packet, id) = try renderer.encoder.encode(frame, at: 0, isKeyframe: true, beside: ids)
            return id.map { (packet, $0) }
        case .exact:
            let sets = renderer.video.sets
            let planes = try frame.samples().map { ExactPicture.Plane($0.samples, width: $0.width) }
            guard let picture = ExactPicture(planes, sets), let id = ([0, 1, 2] as [UInt32]).first(where: { !ids.contains($0) })
            else { return nil }
            let access = AccessUnit([picture.slice(idrID: id)])
            // Decoders have room for frames of that size at every level (ITU-T H.264, table A-1, MinCR).
            guard access.units[0].bytes.count <= ExactPicture.size(sets.sequence) / 2, access.fits(lengthSize: lengthSize) else {
                return nil
            }
            return (try Packet(bytes: access.sample(lengthSize: lengthSize)), id)
        }
    }

    /// The frame that becomes an IDR.
    private func decoded() throws -> Frame {
        let decoder = try Decoder.open(
            renderer.movie.streams[renderer.videoTrack].parameters, timeBase: track.timeBase,
            isCropped: splice.coding == .fine)
        var lead = splice.lead.enumerated().makeIterator()
        while let frame = try decoder.nextFrame({ try lead.next().map { try written($1, $0, as: splice.frames.lead) } }) {
            guard frame.pts == splice.time else { continue }
            if !frame.hasErrors { return frame }
        }
        throw MovieError(path: "the recording", reason: .damaged)
    }

    /// A sample's frame, as it stands in a stream of a part of its GOP.
    private func written(_ sample: Int, _ number: Int, as excerpt: GOPExcerpt) throws -> Packet {
        guard let packet = try renderer.copiedPacket(sample) else {
            throw MovieError(path: "the recording", reason: .damaged)
        }
        guard let access = packet.withBytes({ AccessUnit(sample: Array($0), lengthSize: lengthSize) }),
            let units = excerpt.frame(number, from: access.units)
        else { throw MovieError(path: "the recording", reason: .damaged) }
        var made = try Packet(bytes: AccessUnit(units).sample(lengthSize: lengthSize))
        made.pts = packet.pts
        return made
    }
}
