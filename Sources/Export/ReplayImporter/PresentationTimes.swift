import FFmpeg

/// The presentation times for a container that has only decoding times: AVI.
///
/// The coded order of the frames determines which of the decoding times each frame gets. The first frame of a GOP is
/// shown at its decoding time.
struct PresentationTimes {
    private let parser: PacketParser
    /// The packets since the last IDR, in decoding order.
    private var group: [(packet: Packet, order: Int)] = []
    private var ready: ArraySlice<Packet> = []

    /// The maximum number of packets that are processed together. An infinite GOP is divided.
    private static let maxGroup = 600

    /// - Returns: Nil if the packets of the stream have presentation times, or their order is unknown.
    init?(_ stream: StreamInfo, in source: Demuxer) throws {
        guard source.isAVI, ["h264", "hevc"].contains(stream.parameters.codecName),
            let parser = try PacketParser.open(stream.parameters)
        else { return nil }
        self.parser = parser
    }

    /// Adds the next packet of the stream, or nil at the end.
    mutating func take(_ packet: Packet?) {
        guard let packet else { return end() }
        let order = parser.order(of: packet)
        if packet.isKeyframe && order <= 0 || group.count >= Self.maxGroup { end() }
        group.append((packet, order))
    }

    /// Returns the next packet whose time is known, or nil.
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
