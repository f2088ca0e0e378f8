import FFmpeg
import MediaTime
import ReplayLibrary
import ReplayMovie

/// One stream of a movie on its way into a recording: copied, or encoded anew.
final class ImportTrack {
    let stream: StreamInfo
    /// The movie's own beginning, in the stream's ticks: what becomes time 0.
    private let origin: Int64
    private let transcoder: Transcoder?
    private let filter: BitstreamFilter?
    private let path: String
    private var end: Int64 = 0
    private var order: DecodingOrder
    private var clock: AudioClock?

    private init(_ stream: StreamInfo, origin: Int64, lead: Int64, path: String) throws {
        self.stream = stream
        self.origin = origin
        self.path = path
        order = DecodingOrder(lead: lead)
        transcoder = Muxer.accepts(stream.parameters) ? nil : try Transcoder(stream)
        clock = transcoder == nil ? AudioClock(stream) : nil
        filter = try Self.filter(stream)
    }

    private static func filter(_ stream: StreamInfo) throws -> BitstreamFilter? {
        if stream.parameters.isADTS {
            return try .adtsToMP4(stream.parameters, timeBase: stream.timeBase)
        }
        return stream.parameters.isVP9 ? try .superframes(stream.parameters, timeBase: stream.timeBase) : nil
    }

    /// The first video stream and all audio tracks of a movie.
    /// - Parameter lead: by how much the decoding times of the video are moved forward, in its ticks.
    /// - Throws: `MovieError` where there is no video, or one beyond the bounds.
    static func tracks(of source: Demuxer, lead: Int64, path: String) throws -> [ImportTrack] {
        guard let video = source.streams.first(where: { $0.kind == .video }) else {
            throw MovieError(path: path, reason: .noVideo)
        }
        let (width, height) = (video.parameters.width, video.parameters.height)
        guard (1...16_384).contains(width), (1...16_384).contains(height), width * height <= 128_000_000 else {
            throw MovieError(path: path, reason: .outOfBounds)
        }
        let chosen = [video] + source.streams.filter { $0.kind == .audio && $0.parameters.sampleRate > 0 }.prefix(8)
        guard chosen.allSatisfy({ isWithinBounds($0) }) else { throw MovieError(path: path, reason: .outOfBounds) }
        let starts = chosen.compactMap { stream in
            stream.startTime.flatMap { MediaTime(ticks: $0, in: stream.timeBase) }
        }
        // Samples before time 0 are the padding of an audio encoder, which is not heard. The times of a transport stream
        // have no such meaning: they are negative if its 33-bit clock wraps within the movie.
        let first = starts.min() ?? .zero
        let start = source.isTransportStream ? first : max(first, .zero)
        return try chosen.map {
            try ImportTrack(
                $0, origin: start.ticks(in: $0.timeBase, rounding: .nearest) ?? 0,
                lead: $0.kind == .video ? lead : 0, path: path)
        }
    }

    /// More samples a second than any audio card makes.
    private static let maxSampleRate = 768_000

    private static func isWithinBounds(_ stream: StreamInfo) -> Bool {
        stream.timeBase.denominator <= Int64(MediaTime.timescales.upperBound)
            && stream.parameters.sampleRate <= maxSampleRate
    }

    /// How the track begins in the recording.
    var output: MovieTrack {
        MovieTrack(
            parameters: transcoder?.parameters ?? stream.parameters,
            timeBase: transcoder?.timeBase ?? clock?.timeBase ?? stream.timeBase, rotation: stream.rotation,
            title: stream.title)
    }

    /// Where the last packet so far ends, in the movie's own time, as its header counts.
    var taken: MediaTime? { MediaTime(ticks: end, in: stream.timeBase) }

    /// The track's length as the movie's header says, where it does.
    var announced: MediaTime? { stream.duration.flatMap { MediaTime(ticks: $0, in: stream.timeBase) } }

    /// - Throws: `MovieError` for a packet that nobody can say the time of, as in a bare H.264 stream, and for one whose
    ///   time is centuries away; `DecodingOrder.NonMonotonicTimes`.
    func take(_ packet: Packet, _ body: (Packet) throws -> Void) throws {
        guard packet.pts != nil || packet.dts != nil else { throw MovieError(path: path, reason: .noTimes) }
        var packet = packet
        packet.pts = try packet.pts.map { try credible($0) - origin }
        packet.dts = try packet.dts.map { try credible($0) - origin }
        if let time = packet.pts ?? packet.dts { end = max(end, origin + time + (try length(of: packet))) }
        if let transcoder {
            try transcoder.take(packet, body)
        } else if let filter {
            try put(packet, by: filter, body)
        } else {
            try put(packet, body)
        }
    }

    private func put(_ packet: Packet?, by filter: BitstreamFilter, _ body: (Packet) throws -> Void) throws {
        var packets = filter.packets(of: packet)
        while let packet = try packets.next() { try put(packet, body) }
    }

    private func put(_ packet: Packet, _ body: (Packet) throws -> Void) throws {
        var packet = packet
        if stream.kind == .video { try order.put(&packet) }
        clock?.place(&packet)
        try body(packet)
    }

    /// In ticks; of a frame that does not say, as long as it mostly is.
    private func length(of packet: Packet) throws -> Int64 {
        let told = try credible(packet.duration)
        return told > 0 || stream.kind != .video ? told : PacketDurations.frameTicks(of: stream, stream.timeBase)
    }

    /// - Throws: `MovieError` for a number of ticks that is no time; sums of a few others fit.
    private func credible(_ ticks: Int64) throws -> Int64 {
        guard MediaTime(ticks: ticks, in: stream.timeBase) != nil else {
            throw MovieError(path: path, reason: .outOfBounds)
        }
        return ticks
    }

    func end(_ body: (Packet) throws -> Void) throws {
        try transcoder?.take(nil, body)
        if let filter { try put(nil, by: filter, body) }
    }
}
