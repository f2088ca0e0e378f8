internal import CFFmpeg
package import MediaTime

/// A filter that rewrites the packets of one stream without decoding them. Use it from one thread at a time.
package final class BitstreamFilter {
    private let context: UnsafeMutablePointer<AVBSFContext>
    private let name: String

    private init(context: UnsafeMutablePointer<AVBSFContext>, name: String) {
        self.context = context
        self.name = name
    }

    deinit {
        var owned: UnsafeMutablePointer<AVBSFContext>? = context
        av_bsf_free(&owned)
    }

    /// Opens a filter that converts AAC from the form of MPEG-TS to that of MP4: see `CodecParameters.isADTS`.
    ///
    /// The MP4 muxer inserts this filter itself, but not if it writes fragments.
    package static func adtsToMP4(
        _ parameters: CodecParameters, timeBase: Rational
    ) throws(FFmpegError) -> BitstreamFilter {
        try open("aac_adtstoasc", parameters: parameters, timeBase: timeBase)
    }

    /// Opens a filter that merges each never-shown VP9 frame into the packet of the next shown one: see
    /// `CodecParameters.isVP9`.
    ///
    /// The MP4 muxer inserts this filter too, but it checks the times before.
    package static func superframes(
        _ parameters: CodecParameters, timeBase: Rational
    ) throws(FFmpegError) -> BitstreamFilter {
        try open("vp9_superframe", parameters: parameters, timeBase: timeBase)
    }

    private static func open(
        _ name: String, parameters: CodecParameters, timeBase: Rational
    ) throws(FFmpegError) -> BitstreamFilter {
        var context: UnsafeMutablePointer<AVBSFContext>?
        try FFmpegError.check(av_bsf_alloc(av_bsf_get_by_name(name), &context), operation: "filter with", subject: name)
        guard let context else { throw FFmpegError(.outOfMemory, operation: "filter with", subject: name) }
        let filter = BitstreamFilter(context: context, name: name)
        try FFmpegError.check(
            avcodec_parameters_copy(context.pointee.par_in, parameters.pointer), operation: "filter with", subject: name
        )
        context.pointee.time_base_in = AVRational(timeBase)
        try FFmpegError.check(av_bsf_init(context), operation: "filter with", subject: name)
        return filter
    }

    /// Filters a packet, or nil at the end, and returns the resulting packets.
    package func packets(of packet: Packet?) -> SendReceive<Packet> {
        SendReceive { () throws(FFmpegError) in
            try self.send(packet)
        } receive: { () throws(FFmpegError) in
            try self.receive()
        }
    }

    private func send(_ packet: Packet?) throws(FFmpegError) -> Bool {
        let result = try Packet.withReference(to: packet) { av_bsf_send_packet(context, $0) }
        if result == replay_error(EAGAIN) { return false }
        try FFmpegError.check(result, operation: "filter with", subject: name)
        return true
    }

    private func receive() throws(FFmpegError) -> CodecOutput<Packet> {
        var result: Int32 = 0
        let packet = try Packet { result = av_bsf_receive_packet(context, $0) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, operation: "filter with", subject: name)
        return .next(packet)
    }
}
