import FFmpeg
import MediaTime

/// One track as fragmented MP4 that is fit for HLS (ISO/IEC 23000-19): a header, and fragments that follow it.
final class CMAFTrack {
    private let memory = IOMemory()
    private let muxer: Muxer
    /// Exactly `ftyp` and `moov`; there from the first fragment on.
    private(set) var header: [UInt8] = []

    /// - Parameter timeBase: of the packets; the track counts in it.
    init(_ parameters: CodecParameters, timeBase: Rational) throws {
        muxer = try Muxer.open(try IOContext(memory, mode: .write), name: "a segment")
        _ = try muxer.addStream(parameters, timeBase: timeBase)
        // The header waits for the first fragment, which tells what stands before time 0: the one entry of the edit list
        // leaves that out. Nothing else may shift times, or tracks would no longer begin together.
        try muxer.writeHeader(options: [
            "movflags": "+cmaf+delay_moov+skip_trailer+frag_custom", "use_editlist": "1",
            "avoid_negative_ts": "disabled", "video_track_timescale": String(timeBase.denominator),
        ])
    }

    /// Adds a packet to the fragment.
    func write(_ packet: Packet) throws {
        var packet = packet
        packet.streamIndex = 0
        try muxer.write(packet)
    }

    /// Ends the fragment, and gives it: `moof` and `mdat`.
    func endFragment() throws -> [UInt8] {
        if header.isEmpty {
            // The first flush writes the header alone.
            try muxer.flushFragment(keepsTimes: false)
            header = memory.take()
        }
        try muxer.flushFragment(keepsTimes: false)
        return memory.take()
    }
}
