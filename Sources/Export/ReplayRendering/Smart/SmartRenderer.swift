package import FFmpeg
package import H264
import MediaTime
import ReplayComposition
import ReplayLibrary
package import ReplayMovie

/// A renderer that copies the frames that the plan marks for copying, and decodes and encodes the rest.
package struct SmartRenderer: Renderer {
    package let plan: ExportPlan
    package let movie: MovieReader
    package let videoTrack: Int
    package let video: CopyableVideo
    package let encoder: SpliceEncoder

    package init(plan: ExportPlan, movie: MovieReader, videoTrack: Int, video: CopyableVideo, encoder: SpliceEncoder) {
        self.plan = plan
        self.movie = movie
        self.videoTrack = videoTrack
        self.video = video
        self.encoder = encoder
    }

    package var reorderDepth: Int { video.gops.reorderDepth }

    /// Returns the movie's codec parameters, unchanged.
    package func parameters() -> CodecParameters { movie.streams[videoTrack].parameters }

    package func render(_ stretch: FrameStretch, to output: any VideoOutput) throws -> Int {
        let encoding = try SpanEncoding(self)
        if !stretch.beginsWithSplice {
            try checkSets(stretch, by: stretch.spans.contains { $0.encodedFrames > 0 } ? encoding.reader : nil)
        }
        try output.begin(parameters())
        let (depth, end) = (reorderDepth, stretch.range.upperBound)
        let last = lastTimes(DecodingTimes.lastCount(depth: depth), of: stretch)
        let times = DecodingTimes(
            depth: depth, last: last, lastDecoded: lastDecoded(of: stretch) ?? last.last ?? 0, range: stretch.range)
        let frames = SplicedStream(times: times, last: last.last ?? 0, end: end, after: stretch.idBefore) {
            try output.write($0)
        }
        var decoding = PartialDecoding(self)
        let check = FrameCheck(plan, movie: movie, track: videoTrack)
        for (number, span) in stretch.spans.enumerated() {
            let before = frames.count
            encoding.reader.selection = decoding.selection(for: stretch.spans[number...])
            let next = number + 1 < stretch.spans.count ? firstID(of: stretch.spans[number + 1]) : stretch.idAfter
            switch span.action {
            case .copy(let samples): try copy(samples, of: span, to: frames)
            case .splice(let splice):
                do {
                    try SpanSplicing(self, splice: splice).write(span, before: next, to: frames, or: encoding)
                } catch let error as MovieError where number == 0 && error.isDamage {
                    try checkSets(stretch, by: encoding.reader)
                    throw error
                }
            case .encode(_, let keyframe):
                try encoding.encode(span, decodeFrom: keyframe, before: next, to: frames)
                try check.check(span, decodeFrom: keyframe, made: frames.count - before)
            }
            if let copied = span.action.copiedFrames { try check.check(frames.count - before, of: copied, in: span) }
        }
        try frames.finish()
        try output.finish()
        return frames.count
    }

    /// Decodes the first copied frame, because SPS and PPS may parse and still not belong to the stream. If the stretch
    /// begins with a splice, its decoding fails with wrong parameter sets.
    /// - Parameter reader: The reader that also decodes other frames, so that no second decoder takes memory. Nil if no
    ///   other frames are decoded.
    /// - Throws: `ExportError.notSmart` if the parameter sets are wrong.
    private func checkSets(_ stretch: FrameStretch, by reader: FrameReader?) throws {
        let copied = stretch.spans.lazy.compactMap { if case .copy(let samples) = $0.action { samples } else { nil } }
        guard let sample = copied.first?.lowerBound, var packet = try copiedPacket(sample) else { return }
        packet.dts = nil
        let reader = try reader ?? FrameReader(movie, track: videoTrack, threads: 1)
        let time = movie.index.tracks[videoTrack].samples[sample].pts
        reader.selection = .packets([{ [packet] in packet }])
        try reader.seek(to: time, from: time)
        guard let frame = reader.current, !frame.hasErrors else { throw ExportError.notSmart(.unknownParameterSets) }
    }

    /// Returns the presentation times of the last frames of a stretch, ascending.
    private func lastTimes(_ count: Int, of stretch: FrameStretch) -> [Int64] {
        let track = movie.index.tracks[videoTrack]
        var times: [Int64] = []
        for span in stretch.spans.reversed() where times.count < count {
            let range = span.source.converted(to: track.timescale, rounding: .nearest)
            let inside = track.samples.lazy.map(\.pts).filter { range.start.value < $0 && $0 < range.end.value }
            times += span.shownTimes(Set(inside).sorted(), timescale: track.timescale).reversed()
                .map { span.outputTicks(of: $0, timescale: track.timescale) }
        }
        return times.prefix(count).reversed()
    }

    /// Returns the presentation time of the frame that is decoded last, if it is copied.
    private func lastDecoded(of stretch: FrameStretch) -> Int64? {
        let track = movie.index.tracks[videoTrack]
        guard let span = stretch.spans.last else { return nil }
        switch span.action {
        case .copy(let samples): return span.outputTimes(of: track.samples[samples], timescale: track.timescale).last
        case .splice(let splice):
            let samples = splice.leading + splice.samples
            return span.outputTimes(of: samples.map { track.samples[$0] }, timescale: track.timescale).last
        case .encode: return nil
        }
    }

    private func firstID(of span: VideoSpan) -> UInt32? {
        guard case .copy(let samples) = span.action else { return nil }
        return video.gops.idrPicID(ofSample: samples.lowerBound)
    }

    private func copy(_ samples: Range<Int>, of span: VideoSpan, to frames: SplicedStream) throws {
        let track = movie.index.tracks[videoTrack]
        let times = span.outputTimes(of: track.samples[samples], timescale: track.timescale)
        frames.expect(times.sorted())
        for (sample, time) in zip(samples, times) {
            let id = video.gops.idrPicID(ofSample: sample)
            guard var packet = try copiedPacket(sample) else {
                throw MovieError(path: "the recording", reason: .damaged)
            }
            packet.pts = time
            packet.isKeyframe = id != nil
            try frames.append(packet, idrPicID: id)
        }
    }
}

extension SmartRenderer {
    /// Reads all copied packets and returns the first obstacle, or nil if all can be copied.
    package func foundObstacle() throws -> Rendering.Obstacle? {
        do {
            for span in plan.frames {
                for sample in span.copiedSamples where try copiedPacket(sample) == nil { return .damage }
            }
        } catch ExportError.notSmart(let obstacle) {
            return obstacle
        }
        return try plan.audio.map { try isIntact($0) } ?? true ? nil : .damage
    }

    private func isIntact(_ audio: AudioPlan) throws -> Bool {
        let samples = movie.index.tracks[audio.track].samples
        for run in audio.runs {
            guard let first = run.firstCopied else { continue }
            for sample in samples[first...].prefix(run.slots.count)
            where try movie.verify(at: sample.offset) == .damaged {
                return false
            }
        }
        return true
    }

    /// Reads a packet to copy.
    /// - Returns: The packet, or nil if it is damaged.
    /// - Throws: `ExportError.notSmart` if the packet contains other parameter sets than the file's.
    func copiedPacket(_ sample: Int) throws -> Packet? {
        do {
            let packet = try movie.verifiedPacket(track: videoTrack, sample: sample)
            let lengthSize = video.configuration.lengthSize
            guard let units = packet.unitStarts(lengthSize: lengthSize) else { return nil }
            let slices = units.filter(\.isSlice)
            let isIDR = slices.contains { $0.kind == .idrSlice }
            guard !slices.isEmpty, isIDR == (video.gops.idrPicID(ofSample: sample) != nil),
                slices.allSatisfy({ SliceStart($0, sets: video.allSets) != nil })
            else { return nil }
            guard video.configuration.contains(setsOf: AccessUnit(units)) else {
                throw ExportError.notSmart(.severalParameterSets)
            }
            return packet
        } catch let error as MovieError where error.isDamage {
            return nil
        }
    }

    /// Returns functions that make the packets of samples for a stream that consists of an excerpt of their GOP.
    package func packets(_ samples: [Int], of excerpt: GOPExcerpt) -> [() throws -> Packet] {
        samples.enumerated().map { number, sample in { try packet(sample, at: number, of: excerpt) } }
    }

    /// Returns the packet of a sample for a stream that consists of an excerpt of its GOP.
    /// - Parameter number: The index of the sample in the excerpt.
    package func packet(_ sample: Int, at number: Int, of excerpt: GOPExcerpt) throws -> Packet {
        let lengthSize = video.configuration.lengthSize
        guard var packet = try copiedPacket(sample) else {
            throw MovieError(path: "the recording", reason: .damaged)
        }
        packet.dts = nil
        if excerpt.isUnchanged(number) { return packet }
        guard let access = packet.withBytes({ AccessUnit(sample: Array($0), lengthSize: lengthSize) }),
            let units = excerpt.frame(number, from: access.units)
        else { throw MovieError(path: "the recording", reason: .damaged) }
        var made = try Packet(bytes: AccessUnit(units).sample(lengthSize: lengthSize))
        made.pts = packet.pts
        return made
    }
}

extension FrameStretch {
    fileprivate var beginsWithSplice: Bool { if case .splice? = spans.first?.action { true } else { false } }
}

extension VideoSpan.Action {
    /// The number of frames in a copied or spliced span. Nil for an encoded span, whose frames are counted by decoding.
    fileprivate var copiedFrames: Int? {
        switch self {
        case .copy(let samples): samples.count
        case .splice(let splice): splice.leading.count + splice.samples.count
        case .encode: nil
        }
    }
}
