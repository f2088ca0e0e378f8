import FFmpeg
import H264
import MediaTime
import ReplayComposition
import ReplayLibrary
import ReplayMovie

/// A writer of a spliced span, which consists of a new IDR and the rewritten rest of its GOP.
struct SpanSplicing {
    private let renderer: SmartRenderer
    private let splice: Splice

    private var track: MovieIndex.Track { renderer.movie.index.tracks[renderer.videoTrack] }
    private var lengthSize: Int { renderer.video.configuration.lengthSize }

    init(_ renderer: SmartRenderer, splice: Splice) { (self.renderer, self.splice) = (renderer, splice) }

    /// Writes the span.
    /// - Parameters:
    ///   - span: The span.
    ///   - next: The `idr_pic_id` of the IDR after the span, or nil if there is none.
    ///   - frames: The frames of the output.
    ///   - encoding: The encoder for the rest of the span, which is used if the IDR would be too large.
    func write(_ span: VideoSpan, before next: UInt32?, to frames: SplicedStream, or encoding: SpanEncoding) throws {
        let samples = (splice.leading + splice.samples).map { track.samples[$0] }
        let times = span.outputTimes(of: samples, timescale: track.timescale)
        let last = try writeLeading(times, to: frames, by: encoding.reader)
        // If the splice has no other frame, its IDR is adjacent to the next IDR.
        let neighbours = [frames.lastID, splice.samples.count == 1 ? next : nil].compactMap(\.self)
        guard let (first, id) = try keyframe(last, beside: neighbours) else {
            return try encoding.encode(rest(of: span), decodeFrom: time(splice.keyframeTime), before: next, to: frames)
        }
        let rest = times[splice.leading.count...]
        frames.expect(rest.sorted())
        for (number, (sample, time)) in zip(splice.samples, rest).enumerated() {
            var packet = try number == 0 ? first : renderer.packet(sample, at: number, of: splice.frames.rest)
            packet.pts = time
            packet.isKeyframe = number == 0
            try frames.append(packet, idrPicID: number == 0 ? id : nil)
        }
    }

    /// Returns the part of the span from the IDR on.
    private func rest(of span: VideoSpan) -> VideoSpan {
        var rest = span
        let start = splice.leading.isEmpty ? span.source.start : time(splice.time)
        rest.source = TimeRange(start: start, end: span.source.end)
        return rest
    }

    private func time(_ ticks: Int64) -> MediaTime { MediaTime(value: ticks, timescale: track.timescale) }

    /// Encodes the frames that are shown before the IDR.
    /// - Parameter times: The times of the frames in the output.
    /// - Returns: The frame that becomes the IDR, with its whole coded area.
    private func writeLeading(_ times: [Int64], to frames: SplicedStream, by reader: FrameReader) throws -> Frame {
        let shown = (splice.leading + splice.samples.prefix(1)).map { track.samples[$0].pts }
        try reader.seek(to: shown[0], from: splice.keyframeTime)
        for (place, time) in zip(shown.indices, times) {
            guard let frame = reader.current, frame.pts == shown[place], !frame.hasErrors else { break }
            guard place < splice.leading.count else { return frame }
            frames.expect([time])
            let (packet, id) = try renderer.encoder.encode(
                try frame.cropped(), at: time, isKeyframe: place == 0, beside: [frames.lastID].compactMap(\.self))
            try frames.append(packet, idrPicID: id)
            try reader.advance()
        }
        throw MovieError(path: "the recording", reason: .damaged)
    }

    /// Encodes the IDR.
    /// - Parameter ids: The `idr_pic_id` of its neighbours, at most two.
    /// - Returns: The IDR, or nil if it would be too large.
    private func keyframe(_ frame: Frame, beside ids: [UInt32]) throws -> (packet: Packet, idrPicID: UInt32)? {
        switch splice.coding {
        case .fine:
            let (packet, id) = try renderer.encoder.encode(
                try frame.cropped(), at: 0, isKeyframe: true, beside: ids)
            return id.map { (packet, $0) }
        case .exact:
            let sets = renderer.video.sets
            guard let id = ([0, 1, 2] as [UInt32]).first(where: { !ids.contains($0) }),
                let slice = try frame.withPlanes({
                    ExactFrame($0.map(ExactFrame.Plane.init), sets: sets)?.slice(idrPicID: id)
                })
            else { return nil }
            let access = AccessUnit([slice])
            // The frame must have at most half its raw size, so that decoders can buffer it (ITU-T H.264, table A-1,
            // MinCR).
            guard access.units[0].bytes.count <= ExactFrame.size(sets.sequence) / 2,
                access.fits(lengthSize: lengthSize)
            else { return nil }
            return (try Packet(bytes: access.sample(lengthSize: lengthSize)), id)
        }
    }
}

extension ExactFrame.Plane {
    fileprivate init(_ plane: SamplePlane) {
        self.init(plane.start, stride: plane.stride, width: plane.width, height: plane.height)
    }
}
