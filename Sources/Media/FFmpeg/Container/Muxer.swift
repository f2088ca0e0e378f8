internal import CFFmpeg
package import MediaTime

/// A writer of packets to a file. Use it from one thread at a time.
///
/// If a muxer is freed before `finish()`, the file remains incomplete.
package final class Muxer {
    private let io: IOContext
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let name: String
    private var timeBases: [Rational] = []

    private init(io: IOContext, context: UnsafeMutablePointer<AVFormatContext>, name: String) {
        self.io = io
        self.context = context
        self.name = name
    }

    deinit { avformat_free_context(context) }

    /// Opens a muxer that writes to `io`.
    /// - Parameters:
    ///   - name: The file's name for errors.
    ///   - format: The format's name in FFmpeg.
    package static func open(_ io: IOContext, name: String, format: String = "mp4") throws(FFmpegError) -> Muxer {
        var context: UnsafeMutablePointer<AVFormatContext>?
        try FFmpegError.check(
            avformat_alloc_output_context2(&context, nil, format, nil), operation: "create", subject: name)
        guard let context else { throw FFmpegError(.outOfMemory, operation: "create", subject: name) }
        context.pointee.pb = io.pointer
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // By default libavformat flushes after every packet. Callers flush explicitly when the file must contain the packets.
        context.pointee.flush_packets = 0
        // Otherwise Matroska's UIDs of tracks and other elements are random.
        if format != "mp4" { context.pointee.flags |= AVFMT_FLAG_BITEXACT }
        FastStartReader.install(in: context, for: io)
        return Muxer(io: io, context: context, name: name)
    }

    /// Adds a stream. The packets that `write` gets for it have times in `timeBase`.
    /// - Parameters:
    ///   - rotation: The clockwise rotation that a player applies, in degrees: 0, 90, 180 or 270.
    ///   - title: The name of the track.
    ///   - language: The language of the track, in ISO 639-2.
    /// - Returns: The index of the stream.
    package func addStream(
        _ parameters: CodecParameters, timeBase: Rational, rotation: Int = 0, title: String? = nil,
        language: String? = nil
    ) throws(FFmpegError) -> Int {
        guard let stream = avformat_new_stream(context, nil) else {
            throw FFmpegError(.outOfMemory, operation: "add a stream to", subject: name)
        }
        try FFmpegError.check(
            avcodec_parameters_copy(stream.pointee.codecpar, parameters.pointer), operation: "add a stream to",
            subject: name)
        stream.pointee.codecpar.pointee.codec_tag = 0
        stream.pointee.time_base = AVRational(timeBase)
        if rotation != 0 { try setRotation(rotation, of: stream) }
        if let title {
            av_dict_set(&stream.pointee.metadata, "title", title, 0)
            av_dict_set(&stream.pointee.metadata, "handler_name", title, 0)
        }
        if let language { av_dict_set(&stream.pointee.metadata, "language", language, 0) }
        timeBases.append(timeBase)
        return timeBases.count - 1
    }

    private func setRotation(_ degrees: Int, of stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
        guard let data = replay_new_display_matrix(stream) else {
            throw FFmpegError(.outOfMemory, operation: "add a stream to", subject: name)
        }
        data.withMemoryRebound(to: Int32.self, capacity: 9) { av_display_rotation_set($0, Double(degrees)) }
    }

    /// Returns true if MP4 accepts the codec.
    package static func accepts(_ parameters: CodecParameters) -> Bool {
        // FFmpeg lists these codecs for MP4, but then refuses to write them.
        let refused = [AV_CODEC_ID_FLAC, AV_CODEC_ID_TRUEHD]
        guard !refused.contains(parameters.pointer.pointee.codec_id),
            let format = av_guess_format("mp4", nil, nil)
        else { return false }
        return avformat_query_codec(format, parameters.pointer.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1
    }

    /// Returns the number of samples to add to the times of audio that begins with padding. The first audible sample
    /// then keeps its time, because Matroska counts the padding. 0 if the muxer does so itself.
    package static func padding(of parameters: CodecParameters) -> Int64 {
        replay_padding_is_callers() == 0 ? 0 : Int64(parameters.pointer.pointee.initial_padding)
    }

    /// Sets metadata of the file. Call it before the header is written.
    /// - Parameter key: The key in FFmpeg's naming, such as `title` or `creation_time`.
    package func setMetadata(_ key: String, to value: String) throws(FFmpegError) {
        try FFmpegError.check(
            av_dict_set(&context.pointee.metadata, key, value, 0), operation: "describe", subject: name)
    }

    /// Adds a chapter. Call it before the header is written, for each chapter in order and without gaps.
    /// - Parameter range: The time range in ticks of `timeBase`.
    package func addChapter(_ title: String, range: Range<Int64>, timeBase: Rational) throws(FFmpegError) {
        try FFmpegError.check(
            replay_add_chapter(context, AVRational(timeBase), range.lowerBound, range.upperBound, title),
            operation: "add a chapter to", subject: name)
    }

    /// Writes the file's header.
    /// - Parameter options: Private options of the muxer, such as `movflags`.
    package func writeHeader(options values: [String: String]) throws(FFmpegError) {
        try beginFile(options: values)
        try io.flush(subject: name)
    }

    /// Continues an existing file at its end, instead of writing a header.
    /// - Parameters:
    ///   - offset: The end of the file's last complete fragment, in bytes.
    ///   - header: The first bytes of the file.
    /// - Returns: False if the file does not begin with the header of this muxer. Nothing is written then.
    package func `continue`(
        at offset: Int64, behind header: [UInt8], options values: [String: String]
    ) throws(FFmpegError) -> Bool {
        let ours = try io.withholding { () throws(FFmpegError) in try beginFile(options: values) }
        io.move(to: offset)
        return header.starts(with: ours)
    }

    private func beginFile(options values: [String: String]) throws(FFmpegError) {
        var options = Options(values)
        try FFmpegError.check(avformat_write_header(context, &options.pointer), operation: "begin", subject: name)
        if let unknown = options.firstUnused {
            throw FFmpegError(.invalidData, operation: "set the muxer option \(unknown) of", subject: name)
        }
    }

    /// Writes a packet with the stream index and times of this muxer. FFmpeg interleaves the streams.
    package func writeInterleaved(_ packet: Packet) throws(FFmpegError) {
        try write(packet) { av_interleaved_write_frame(context, $0) }
    }

    /// Writes a packet at once. The caller must interleave the streams.
    package func write(_ packet: Packet) throws(FFmpegError) {
        try write(packet) { av_write_frame(context, $0) }
    }

    /// Ends the fragment (with `frag_custom`) and writes everything to the file, without a sync.
    ///
    /// - Parameter keepsTimes: True if the next fragment begins at the time of its first packet. Otherwise FFmpeg begins
    ///   it at the end of the last packet's duration. That is right only if durations are known and times have no gap.
    package func flushFragment(keepsTimes: Bool) throws(FFmpegError) {
        try FFmpegError.check(av_write_frame(context, nil), operation: "write a fragment of", subject: name)
        if keepsTimes {
            try FFmpegError.check(
                av_opt_set(context.pointee.priv_data, "movflags", "+frag_discont", 0), operation: "continue",
                subject: name)
        }
        try io.flush(subject: name)
    }

    /// Writes the packets that `writeInterleaved` has buffered while it waits for packets of other streams.
    package func flushInterleaved() throws(FFmpegError) {
        try FFmpegError.check(av_interleaved_write_frame(context, nil), operation: "write to", subject: name)
        try io.checkWrites(subject: name)
    }

    /// Writes everything buffered to the output.
    package func flush() throws(FFmpegError) { try io.flush(subject: name) }

    /// Writes the trailer. The file is complete only after this has returned.
    package func finish() throws(FFmpegError) {
        try FFmpegError.check(av_write_trailer(context), operation: "finish", subject: name)
        try io.flush(subject: name)
    }

    /// The number of bytes written so far.
    package var bytesWritten: Int64 { io.position }

    private func write(
        _ packet: Packet, using write: (UnsafeMutablePointer<AVPacket>) -> Int32
    ) throws(FFmpegError) {
        try packet.withReference { reference throws(FFmpegError) in
            if let stream = context.pointee.streams[packet.streamIndex] {
                let timeBase = AVRational(timeBases[packet.streamIndex])
                av_packet_rescale_ts(reference, timeBase, stream.pointee.time_base)
            }
            try FFmpegError.check(write(reference), operation: "write to", subject: name)
        }
        try io.checkWrites(subject: name)
    }
}
