import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// A stream of a movie that is copied or re-encoded into a recording.
final class ImportTrack {
    let stream: StreamInfo
    private let timeline: ImportTimeline
    /// The time that becomes 0, in the stream's ticks.
    private let origin: Int64
    /// The times of frames that no decoder shows, in the stream's ticks.
    private let unshown: Set<Int64>
    private let transcoder: Transcoder?
    private let filter: BitstreamFilter?
    private let inspection: PacketInspection
    private let path: String
    private var end: Int64 = 0
    private var count = 0
    private var order: DecodingOrder
    private var clock: AudioClock?

    /// - Parameter attempt: The settings of this import attempt.
    init(_ stream: StreamInfo, of source: ImportSource, attempt: ImportAttempt) throws {
        let isVideo = stream.kind == .video
        self.stream = stream
        (timeline, path) = (source.timeline, source.path)
        origin = timeline.origins[stream.index] ?? 0
        unshown = isVideo ? source.unshown : []
        order = DecodingOrder(lead: isVideo ? attempt.lead : 0)
        let isCopied =
            Muxer.accepts(stream.parameters) && !source.encodesAll && !(isVideo && attempt.encodesVideo)
        transcoder = isCopied ? nil : try Transcoder(stream)
        clock = isCopied ? AudioClock(stream) : nil
        filter = isCopied ? try Self.filter(stream) : nil
        inspection = try PacketInspection(stream, isCopied: isCopied)
    }

    private static func filter(_ stream: StreamInfo) throws -> BitstreamFilter? {
        if stream.parameters.isADTS {
            return try .adtsToMP4(stream.parameters, timeBase: stream.timeBase)
        }
        return stream.parameters.isVP9 ? try .superframes(stream.parameters, timeBase: stream.timeBase) : nil
    }

    /// True if the frames or the audio are re-encoded.
    var isEncoded: Bool { transcoder != nil }

    /// Returns true if a packet was overwritten with zeros.
    func isZeroed(_ packet: Packet) -> Bool { inspection.isZeroed(packet) }

    /// The track of the recording.
    var output: MovieTrack {
        MovieTrack(
            parameters: transcoder?.parameters ?? stream.parameters,
            timeBase: transcoder?.timeBase ?? clock?.timeBase ?? stream.timeBase, rotation: stream.rotation,
            title: stream.title)
    }

    /// The end of the packets so far, on the movie's clock, as in its header.
    var taken: MediaTime? { MediaTime(ticks: end, in: stream.timeBase) }

    /// The duration of the track according to the movie's header, if it has one.
    var announced: MediaTime? { stream.duration.flatMap { MediaTime(ticks: $0, in: stream.timeBase) } }

    /// Processes a packet and passes the resulting packets to `body`.
    /// - Throws: `MovieError` if the time of a packet is unknown, as in a bare H.264 stream, or is out of bounds.
    ///   `DecodingOrder.NonMonotonicTimes`. `PacketInspection.SizeChange`.
    func take(_ packet: Packet, output body: (Packet) throws -> Void) throws {
        guard packet.pts != nil || packet.dts != nil else { throw MovieError(path: path, reason: .noTimes) }
        defer { count += 1 }
        guard timeline.keeps(packet, number: count, of: stream), !unshown.contains(packet.pts ?? .min) else { return }
        try inspection.check(packet)
        var packet = packet
        packet.pts = try packet.pts.map { try credible($0) - origin }
        packet.dts = try packet.dts.map { try credible($0) - origin }
        if let time = packet.pts ?? packet.dts { end = max(end, origin + time + (try length(of: packet))) }
        if let transcoder {
            try transcoder.take(packet, output: body)
        } else if let filter {
            try put(packet, by: filter, output: body)
        } else {
            try put(packet, output: body)
        }
    }

    private func put(_ packet: Packet?, by filter: BitstreamFilter, output body: (Packet) throws -> Void) throws {
        var packets = filter.packets(of: packet)
        while let packet = try packets.next() { try put(packet, output: body) }
    }

    private func put(_ packet: Packet, output body: (Packet) throws -> Void) throws {
        var packet = packet
        if stream.kind == .video { try order.put(&packet) }
        guard clock?.place(&packet) ?? true else { return }
        try body(packet)
    }

    /// Returns the duration of a packet, in ticks. If a frame has no duration, it is the stream's usual frame duration.
    private func length(of packet: Packet) throws -> Int64 {
        let told = try credible(packet.duration)
        return told > 0 || stream.kind != .video ? told : PacketDurations.frameTicks(of: stream, stream.timeBase)
    }

    /// Checks a number of ticks.
    /// - Throws: `MovieError` if the number is out of bounds for a time. Sums of a few valid numbers do not overflow.
    private func credible(_ ticks: Int64) throws -> Int64 {
        guard MediaTime(ticks: ticks, in: stream.timeBase) != nil else {
            throw MovieError(path: path, reason: .outOfBounds)
        }
        return ticks
    }

    func end(_ body: (Packet) throws -> Void) throws {
        try transcoder?.take(nil, output: body)
        if let filter { try put(nil, by: filter, output: body) }
    }
}
