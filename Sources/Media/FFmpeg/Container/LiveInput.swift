internal import CFFmpeg
import MediaTime

/// A reader of the frames of a device or another live input. Use it from one thread at a time.
package final class LiveInput {
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let name: String
    private let interruption: Interruption
    /// The I/O context, or nil for a device, because FFmpeg opens devices itself.
    private let io: IOContext?

    /// The first video stream.
    package let video: StreamInfo

    private init(
        context: UnsafeMutablePointer<AVFormatContext>, name: String, interruption: Interruption, io: IOContext?
    ) throws(FFmpegError) {
        do throws(FFmpegError) {
            video = try Self.findVideo(in: context, name)
        } catch {
            var owned: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&owned)
            throw error
        }
        self.context = context
        self.name = name
        self.interruption = interruption
        self.io = io
    }

    deinit {
        var owned: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&owned)
    }

    /// Returns true if FFmpeg has an input format of this name. Device formats are known only after `DeviceLibrary.load()`.
    package static func isKnown(_ format: String) -> Bool { av_find_input_format(format) != nil }

    /// Opens an input.
    /// - Parameters:
    ///   - format: The format's name in FFmpeg, such as `video4linux2` or `mpegts`.
    ///   - address: The address of a device, as its format defines it. For other formats, the path of a file: no
    ///     protocol is opened.
    ///   - options: The options of the format. Unknown options are ignored.
    ///   - interruption: The interruption that ends opening and reading.
    package static func open(
        format: String, address: String, options values: [String: String] = [:], interruption: Interruption
    ) throws(FFmpegError) -> LiveInput {
        FFmpegLog.install()
        guard let kind = av_find_input_format(format) else {
            throw FFmpegError(.demuxerNotFound, operation: "open", subject: format)
        }
        let isDevice = kind.pointee.flags & AVFMT_NOFILE != 0
        let io =
            isDevice
            ? nil : try IOContext(IOPipe(path: address, interruption: interruption), mode: .read)
        guard let allocated = avformat_alloc_context() else {
            throw FFmpegError(.outOfMemory, operation: "open", subject: address)
        }
        allocated.pointee.interrupt_callback = interruption.callback
        // A blocking read of a V4L2 device cannot be interrupted. Polling it can.
        allocated.pointee.flags |= AVFMT_FLAG_NOBUFFER | (isDevice ? AVFMT_FLAG_NONBLOCK : 0)
        allocated.pointee.pb = io?.pointer
        var context: UnsafeMutablePointer<AVFormatContext>? = allocated
        var options = Options(isDevice ? values : values.merging(["protocol_whitelist": "none"]) { $1 })
        // On failure FFmpeg frees the context itself.
        try FFmpegError.check(
            avformat_open_input(&context, address, kind, &options.pointer), operation: "open", subject: address)
        guard let context else { throw FFmpegError(.invalidData, operation: "open", subject: address) }
        return try LiveInput(context: context, name: address, interruption: interruption, io: io)
    }

    /// Finds the first video stream. A device reports its properties at once; a file's first packets must be analysed.
    private static func findVideo(
        in context: UnsafeMutablePointer<AVFormatContext>, _ name: String
    ) throws(FFmpegError) -> StreamInfo {
        if let known = try video(of: context) { return known }
        context.pointee.max_analyze_duration = 1_000_000
        context.pointee.fps_probe_size = 0
        try FFmpegError.check(avformat_find_stream_info(context, nil), operation: "read the streams of", subject: name)
        guard let found = try video(of: context) else {
            throw FFmpegError(.streamNotFound, operation: "find frames in", subject: name)
        }
        return found
    }

    private static func video(of context: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) -> StreamInfo? {
        for index in 0..<Int(context.pointee.nb_streams) {
            guard let stream = context.pointee.streams[index], let parameters = stream.pointee.codecpar,
                parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO, parameters.pointee.width > 0
            else { continue }
            return try StreamInfo(stream)
        }
        return nil
    }

    /// Returns the next video packet, or `.again` if there is none yet.
    /// - Throws: `FFmpegError` with `interrupted`, or with the error of the device.
    package func read() throws(FFmpegError) -> CodecOutput<Packet> {
        var result: Int32 = 0
        let packet = try Packet { result = av_read_frame(context, $0) }
        if interruption.isDue { throw FFmpegError(.interrupted, operation: "read", subject: name) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, operation: "read", subject: name)
        return packet.streamIndex == video.index ? .next(packet) : .again
    }
}
