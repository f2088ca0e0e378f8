import FFmpeg
import MediaTime

/// A track as fragmented MP4 for HLS (ISO/IEC 23000-19): a header, followed by fragments.
final class CMAFTrack {
    private let memory = IOMemory()
    private let muxer: Muxer
    /// The boxes `ftyp` and `moov`. Empty before the end of the first fragment.
    private(set) var header: [UInt8] = []

    /// - Parameter timeBase: The time base of the packets and of the track.
    init(_ parameters: CodecParameters, timeBase: Rational) throws {
        muxer = try Muxer.open(try IOContext(memory, mode: .write), name: "a segment")
        _ = try muxer.addStream(parameters, timeBase: timeBase)
        // The header is written with the first fragment, which shows the length of the data before time 0. The only
        // entry of the edit list skips that data. No other option may shift times, because the tracks would no longer
        // begin together.
        try muxer.writeHeader(options: [
            "movflags": "+cmaf+delay_moov+skip_trailer+frag_custom", "use_editlist": "1",
            "avoid_negative_ts": "disabled", "video_track_timescale": String(timeBase.denominator),
        ])
    }

    /// Adds a packet to the current fragment.
    func write(_ packet: Packet) throws {
        var packet = packet
        packet.streamIndex = 0
        try muxer.write(packet)
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
