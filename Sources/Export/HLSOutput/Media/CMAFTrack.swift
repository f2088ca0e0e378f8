import FFmpeg
import MediaTime

/// A track as fragmented MP4 for HLS (ISO/IEC 23000-19): a header, followed by fragments.
final class CMAFTrack {
    private let memory = IOMemory()
    private let muxer: Muxer
    private let timescale: Int64
    private var isBegun = false
    /// The boxes `ftyp` and `moov`. Empty before the end of the first fragment.
    private(set) var header: [UInt8] = []

    /// - Parameter timeBase: The time base of the packets and of the track.
    init(_ parameters: CodecParameters, timeBase: Rational) throws {
        muxer = try Muxer.open(try IOContext(memory, mode: .write), name: "a segment")
        timescale = timeBase.denominator
        _ = try muxer.addStream(parameters, timeBase: timeBase)
    }

    /// Adds a packet to the current fragment.
    func write(_ packet: Packet) throws {
        if !isBegun { try begin(at: packet.dts ?? 0) }
        var packet = packet
        packet.streamIndex = 0
        try muxer.write(packet)
    }

    /// - Parameter start: The decoding time of the first packet.
    private func begin(at start: Int64) throws {
        isBegun = true
        // A delayed header is written with the first fragment, which shows the length of the data before time 0. The
        // only entry of the edit list skips that data. A track that begins later needs no edit list: its first
        // fragment tells its time. No other option may shift times, because the tracks would no longer begin together.
        let isLate = start > 0
        try muxer.writeHeader(options: [
            "movflags": "+cmaf+skip_trailer+frag_custom+\(isLate ? "empty_moov+frag_discont" : "delay_moov")",
            "use_editlist": isLate ? "0" : "1", "avoid_negative_ts": "disabled",
            "video_track_timescale": String(timescale),
        ])
        if isLate { header = memory.take() }
    }

    /// Ends the fragment, and returns it: `moof` and `mdat`.
    /// - Parameter keepsTimes: True if there may be a gap before the next packet.
    func endFragment(keepsTimes: Bool = false) throws -> [UInt8] {
        if header.isEmpty {
            // The first flush writes only the header.
            try muxer.flushFragment(keepsTimes: false)
            header = memory.take()
        }
        try muxer.flushFragment(keepsTimes: keepsTimes)
        return memory.take()
    }
}
