internal import CFFmpeg
package import MediaTime

/// Writes packets into a file. Used from one thread at a time.
///
/// A muxer that is dropped before `finish()` leaves the file as far as it was written.
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

    /// A muxer that writes to `io`.
    /// - Parameters:
    ///   - name: what to call the file in errors.
    ///   - format: FFmpeg's name of the kind of file.
    package static func open(_ io: IOContext, name: String, format: String = "mp4") throws(FFmpegError) -> Muxer {
        var context: UnsafeMutablePointer<AVFormatContext>?
        try FFmpegError.check(avformat_alloc_output_context2(&context, nil, format, nil), "create", name)
        guard let context else { throw FFmpegError(.outOfMemory, operation: "create", subject: name) }
        context.pointee.pb = io.pointer
        context.pointee.flags |= AVFMT_FLAG_CUSTOM_IO
        // libavformat would write out each packet by itself. Whoever needs them in the file flushes.
        context.pointee.flush_packets = 0
        // Matroska's numbers of tracks and the like are random otherwise.
        if format != "mp4" { context.pointee.flags |= AVFMT_FLAG_BITEXACT }
        FastStartReader.install(in: context, for: io)
        return Muxer(io: io, context: context, name: name)
    }

    /// Adds a stream; packets given to `write` for it count in `timeBase`.
    /// - Parameters:
    ///   - rotation: clockwise degrees that a player shall turn the frame: 0, 90, 180 or 270.
    ///   - title: the track's name.
    ///   - language: the track's, of ISO 639-2.
    /// - Returns: the stream's index.
    package func addStream(
        _ parameters: CodecParameters, timeBase: Rational, rotation: Int = 0, title: String? = nil,
        language: String? = nil
    ) throws(FFmpegError) -> Int {
        guard let stream = avformat_new_stream(context, nil) else {
            throw FFmpegError(.outOfMemory, operation: "add a stream to", subject: name)
        }
        try FFmpegError.check(
            avcodec_parameters_copy(stream.pointee.codecpar, parameters.pointer), "add a stream to", name)
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

    /// Whether the container takes this codec.
    package static func accepts(_ parameters: CodecParameters) -> Bool {
        // FFmpeg names them among what MP4 takes, and then refuses to write them.
        let refused = [AV_CODEC_ID_FLAC, AV_CODEC_ID_TRUEHD]
        guard !refused.contains(parameters.pointer.pointee.codec_id),
            let format = av_guess_format("mp4", nil, nil)
        else { return false }
        return avformat_query_codec(format, parameters.pointer.pointee.codec_id, FF_COMPLIANCE_NORMAL) == 1
    }

    /// What is to be added to the times of audio that begins with padding, in samples, so that the first that is heard
    /// stands in its place: Matroska counts the padding.
    package static func padding(of parameters: CodecParameters) -> Int64 {
        replay_padding_is_callers() == 0 ? 0 : Int64(parameters.pointer.pointee.initial_padding)
    }

    /// Says something of the file as a whole, before its header is written.
    /// - Parameter key: by FFmpeg's name: `title`, `creation_time`.
    package func setMetadata(_ key: String, _ value: String) throws(FFmpegError) {
        try FFmpegError.check(av_dict_set(&context.pointee.metadata, key, value, 0), "describe", name)
    }

    /// Adds a chapter, before the header is written; from the first to the last, without holes.
    /// - Parameter range: in ticks of `timeBase`.
    package func addChapter(_ title: String, _ range: Range<Int64>, timeBase: Rational) throws(FFmpegError) {
        try FFmpegError.check(
            replay_add_chapter(context, AVRational(timeBase), range.lowerBound, range.upperBound, title),
            "add a chapter to", name)
    }

    /// Writes what stands before the media.
    /// - Parameter options: the muxer's own: `movflags` and the like.
    package func writeHeader(options values: [String: String]) throws(FFmpegError) {
        try beginFile(options: values)
        try io.flush(subject: name)
    }

    /// Begins to write behind a file's present end, in place of a header.
    /// - Parameters:
    ///   - offset: where the file's last whole fragment ends.
    ///   - header: what the file begins with.
    /// - Returns: false where it begins otherwise than this muxer's header; then nothing was written.
    package func `continue`(
        at offset: Int64, behind header: [UInt8], options values: [String: String]
    ) throws(FFmpegError) -> Bool {
        let ours = try io.withholding { () throws(FFmpegError) in try beginFile(options: values) }
        io.move(to: offset)
        return header.starts(with: ours)
    }

    private func beginFile(options values: [String: String]) throws(FFmpegError) {
        var options = Options(values)
        try FFmpegError.check(avformat_write_header(context, &options.pointer), "begin", name)
        if let unknown = options.firstUnused {
            throw FFmpegError(.invalidData, operation: "set the muxer option \(unknown) of", subject: name)
        }
    }

    /// Writes a packet, whose `streamIndex` and times are in this muxer's terms; FFmpeg interleaves the streams.
    package func writeInterleaved(_ packet: Packet) throws(FFmpegError) {
        try write(packet) { av_interleaved_write_frame(context, $0) }
    }

    /// Writes a packet at once: the caller interleaves.
    package func write(_ packet: Packet) throws(FFmpegError) {
        try write(packet) { av_write_frame(context, $0) }
    }

    /// Ends the fragment (with `frag_custom`) and hands everything to the kernel.
    ///
    /// - Parameter keepsTimes: whether the next fragment begins at its first packet's own time. Else FFmpeg puts it
    ///   where the last packet's duration ends, which is right only where durations are known and times go on
    ///   without a hole.
    package func flushFragment(keepsTimes: Bool) throws(FFmpegError) {
        try FFmpegError.check(av_write_frame(context, nil), "write a fragment of", name)
        if keepsTimes {
            try FFmpegError.check(
                av_opt_set(context.pointee.priv_data, "movflags", "+frag_discont", 0), "go on with", name)
        }
        try io.flush(subject: name)
    }

    /// Hands the packets to the muxer that `writeInterleaved` holds back until others of their time have come.
    package func flushInterleaved() throws(FFmpegError) {
        try FFmpegError.check(av_interleaved_write_frame(context, nil), "write to", name)
        try io.checkWrites(subject: name)
    }

    /// Writes what stands after the media. The file is whole only once this has returned.
    package func finish() throws(FFmpegError) {
        try FFmpegError.check(av_write_trailer(context), "finish", name)
        try io.flush(subject: name)
    }

    /// Bytes written so far.
    package var bytesWritten: Int64 { io.position }

    private func write(
        _ packet: Packet, _ write: (UnsafeMutablePointer<AVPacket>) -> Int32
    ) throws(FFmpegError) {
        try packet.withReference { reference throws(FFmpegError) in
            if let stream = context.pointee.streams[packet.streamIndex] {
                let timeBase = AVRational(timeBases[packet.streamIndex])
                av_packet_rescale_ts(reference, timeBase, stream.pointee.time_base)
            }
            try FFmpegError.check(write(reference), "write to", name)
        }
        try io.checkWrites(subject: name)
    }
}
