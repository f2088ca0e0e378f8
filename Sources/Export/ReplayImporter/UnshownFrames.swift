import FFmpeg
import MediaTime

/// The frames at the beginning of a movie that no decoder shows, because their reference frames were cut.
/// An import leaves these frames out. Otherwise a plan would have more frames than can be decoded.
struct UnshownFrames {
    /// The times of these frames, in ticks of the stream.
    private(set) var times: Set<Int64> = []

    /// The maximum number of packets to decode.
    private static let maxPackets = 600

    /// Reads as much of a movie's video as necessary.
    init(of stream: StreamInfo, in source: Demuxer) throws {
        source.keepOnly(streams: [stream.index])
        var packets: [Packet] = []
        while packets.count < Self.maxPackets, !Self.isEnough(packets),
            let packet = try source.read(stream: stream.index)
        {
            packets.append(packet)
        }
        guard let start = Self.firstShown(packets), packets.contains(where: { $0.pts ?? start < start }) else { return }
        let early = packets.filter { $0.pts ?? start < start }.compactMap(\.pts)
        let shown = try Self.shown(packets, of: stream)
        let unshown = Set(early).subtracting(shown)
        // Frames that other frames need are kept, even if they are not shown.
        guard try Self.shown(packets.filter { !unshown.contains($0.pts ?? start) }, of: stream) == shown else { return }
        times = unshown
    }

    /// Returns true if the packets include the first one after a keyframe that is also shown after it.
    private static func isEnough(_ packets: [Packet]) -> Bool {
        guard let start = firstShown(packets), let place = packets.firstIndex(where: \.isKeyframe) else { return false }
        return packets[(place + 1)...].contains { $0.pts.map { $0 > start } ?? true }
    }

    /// Returns the presentation time of the first keyframe.
    private static func firstShown(_ packets: [Packet]) -> Int64? { packets.first(where: \.isKeyframe)?.pts }

    /// Returns the times of the frames that a decoder shows.
    private static func shown(_ packets: [Packet], of stream: StreamInfo) throws -> Set<Int64> {
        let decoder = try Decoder.open(stream.parameters, timeBase: stream.timeBase)
        var rest = packets[...]
        var times: Set<Int64> = []
        while let frame = try decoder.nextFrame(skippingDamaged: true, { rest.popFirst() }) {
            if let time = frame.bestEffortPTS { times.insert(time) }
        }
        return times
    }
}
