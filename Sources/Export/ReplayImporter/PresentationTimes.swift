import FFmpeg

/// Gives frames the times at which they are shown, if their container has only those at which they are decoded: AVI.
///
/// Frames that are reordered are shown in the order that their coding says. The first of a GOP is shown when it is decoded.
struct PresentationTimes {
    private let parser: PacketParser
    /// The packets since the last IDR, in decoding order.
    private var group: [(packet: Packet, order: Int)] = []
    private var ready: ArraySlice<Packet> = []

    /// An endless GOP is taken in parts.
    private static let maxGroup = 600

    /// - Returns: nil if the packets of the stream have such times, or their order is not known.
    init?(_ stream: StreamInfo, in source: Demuxer) throws {
        guard source.isAVI, ["h264", "hevc"].contains(stream.parameters.codecName),
            let parser = try PacketParser.open(stream.parameters)
        else { return nil }
        self.parser = parser
    }

    /// Takes the next packet of the stream, or nil at the end.
    mutating func take(_ packet: Packet?) {
        guard let packet else { return end() }
        let order = parser.order(of: packet)
        if packet.isKeyframe && order <= 0 || group.count >= Self.maxGroup { end() }
        group.append((packet, order))
    }

    /// The next packet whose time is known.
    mutating func next() -> Packet? { ready.popFirst() }

    private mutating func end() {
        let times = group.compactMap { $0.packet.dts ?? $0.packet.pts }.sorted()
        let places = group.indices.sorted { group[$0].order < group[$1].order }
        guard times.count == group.count else {
            ready += group.map(\.packet)
            group = []
            return
        }
        for (rank, place) in places.enumerated() { group[place].packet.pts = times[rank] }
        ready += group.map(\.packet)
        group = []
    }
}
