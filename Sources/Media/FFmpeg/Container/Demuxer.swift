internal import CFFmpeg
package import MediaTime

/// A reader of a movie's packets. Use it from one thread at a time.
package final class Demuxer {
    private let io: IOContext
    private let context: UnsafeMutablePointer<AVFormatContext>
    private let name: String

    /// The streams in the order of the file.
    package let streams: [StreamInfo]

    /// The formats that are accepted. Playlists and scripts are in neither list, because they open other files.
    package enum Contents: String {
        case movie =
            "mov,mp4,m4a,3gp,3g2,mj2,matroska,webm,mpegts,mpeg,mpegvideo,avi,flv,ogg,asf,gif,h264,hevc,wav,mp3,aac,flac,nut,mxf,ivf"
        case frame =
            "png_pipe,jpeg_pipe,webp_pipe,gif,apng,bmp_pipe,tiff_pipe,pbm_pipe,pgm_pipe,ppm_pipe,pam_pipe,qoi_pipe,jpegxl_pipe"
    }

    private init(
        io: IOContext, context: UnsafeMutablePointer<AVFormatContext>, name: String, streams: [StreamInfo]
    ) {
        self.io = io
        self.context = context
        self.name = name
        self.streams = streams
    }

    deinit {
        var owned: UnsafeMutablePointer<AVFormatContext>? = context
        avformat_close_input(&owned)
    }

    /// The default timeout for opening, in seconds. A header takes milliseconds, but if it is damaged, FFmpeg may
    /// search the whole file for samples.
    package static let openingTimeout = 10

    /// Opens a movie or an image. For an image, nothing is decoded yet, so its streams have no size.
    /// - Parameters:
    ///   - name: The file's name for errors.
    ///   - seconds: The timeout in seconds.
    ///   - ignoresEditLists: True to keep the media times of packets, false to apply MP4 edit lists to them.
    ///   - isProbed: True to find what the header does not tell from packets. If false, no packet is parsed or decoded.
    /// - Throws: `FFmpegError`, with `timedOut` after the timeout.
    package static func open(
        _ io: IOContext, name: String, as contents: Contents = .movie, timeout seconds: Int = openingTimeout,
        ignoresEditLists: Bool = false, isProbed: Bool = true
    ) throws(FFmpegError) -> Demuxer {
        let interruption = Interruption()
        io.end(by: interruption)
        interruption.setDeadline(.now + .seconds(seconds))
        defer { interruption.setDeadline(nil) }
        let opened = Result { () throws(FFmpegError) in
            try open(
                io, name: name, contents: contents, interruption: interruption, ignoresEditLists: ignoresEditLists,
                isProbed: isProbed && contents == .movie)
        }
        // After an interruption, FFmpeg may return only the streams that it has found so far.
        guard !interruption.isDue else { throw FFmpegError.timedOut(opening: name, after: seconds) }
        return try opened.get()
    }

    private static func open(
        _ io: IOContext, name: String, contents: Contents, interruption: Interruption, ignoresEditLists: Bool,
        isProbed: Bool
    ) throws(FFmpegError) -> Demuxer {
        guard let allocated = avformat_alloc_context() else {
            throw FFmpegError(.outOfMemory, operation: "open", subject: name)
        }
        allocated.pointee.pb = io.pointer
        allocated.pointee.interrupt_callback = interruption.callback
        allocated.pointee.flags |= AVFMT_FLAG_GENPTS | (isProbed ? 0 : AVFMT_FLAG_NOPARSE)
        var context: UnsafeMutablePointer<AVFormatContext>? = allocated
        var options = Options(
            ["format_whitelist": contents.rawValue, "protocol_whitelist": "none"].merging(
                ignoresEditLists ? ["ignore_editlist": "1"] : [:]
            ) { $1 })
        AllocationLimit.install()
        // On failure FFmpeg frees the context itself.
        try FFmpegError.check(
            avformat_open_input(&context, nil, nil, &options.pointer), operation: "open", subject: name)
        guard let context else { throw FFmpegError(.invalidData, operation: "open", subject: name) }
        return try describe(io, context: context, name: name, isProbed: isProbed)
    }

    private static func describe(
        _ io: IOContext, context: UnsafeMutablePointer<AVFormatContext>, name: String, isProbed: Bool
    ) throws(FFmpegError) -> Demuxer {
        do throws(FFmpegError) {
            if isProbed {
                try FFmpegError.check(
                    avformat_find_stream_info(context, nil), operation: "read the streams of", subject: name)
            }
            var streams: [StreamInfo] = []
            for index in 0..<Int(context.pointee.nb_streams) {
                guard let stream = context.pointee.streams[index] else { continue }
                streams.append(try StreamInfo(stream))
            }
            return Demuxer(io: io, context: context, name: name, streams: streams)
        } catch {
            var owned: UnsafeMutablePointer<AVFormatContext>? = context
            avformat_close_input(&owned)
            throw error
        }
    }

    /// Returns the next packet in the order of the file, or nil at the end.
    package func read() throws(FFmpegError) -> Packet? {
        var result: Int32 = 0
        let packet = try Packet { result = av_read_frame(context, $0) }
        if result == replay_error_eof { return nil }
        try FFmpegError.check(result, operation: "read", subject: name)
        return packet
    }

    /// Returns the next packet of one stream, or nil at the end. Packets of other streams are dropped.
    package func read(stream: Int) throws(FFmpegError) -> Packet? {
        while let packet = try read() { if packet.streamIndex == stream { return packet } }
        return nil
    }

    /// Skips the packets of all other streams, apart from some that were already read to analyse the streams.
    package func keepOnly(streams wanted: Set<Int>) {
        for index in streams.indices {
            context.pointee.streams[index]?.pointee.discard =
                wanted.contains(index) ? AVDISCARD_DEFAULT : AVDISCARD_ALL
        }
    }

    /// The creation time in the movie's metadata, in ISO 8601 as FFmpeg formats it, or nil.
    package var creationTime: String? {
        av_dict_get(context.pointee.metadata, "creation_time", nil, 0).map { String(cString: $0.pointee.value) }
    }

    /// The duration of the whole movie in microseconds, or nil if the file has none. FFmpeg's estimates from the bit
    /// rate do not count.
    package var durationMicroseconds: Int64? {
        guard context.pointee.duration_estimation_method != AVFMT_DURATION_FROM_BITRATE else { return nil }
        return Ticks.optional(context.pointee.duration)
    }

    /// The time from the first packet to the end in microseconds, if it is known. A header's duration counts from 0,
    /// even if the movie begins later.
    package var playedMicroseconds: Int64? {
        guard let duration = durationMicroseconds else { return nil }
        guard declaresDuration, let start = Ticks.optional(context.pointee.start_time), start > 0, start < duration
        else { return duration }
        return duration - start
    }

    /// A chapter of a movie.
    package struct Chapter: Sendable {
        /// The time at which the chapter begins, in the movie's time.
        package let start: MediaTime
        package let title: String?
    }

    /// The movie's chapters in the order of the file.
    package var chapters: [Chapter] {
        (0..<Int(context.pointee.nb_chapters)).compactMap { place in
            guard let chapter = context.pointee.chapters[place]?.pointee, let timeBase = Rational(chapter.time_base),
                let start = MediaTime(ticks: chapter.start, in: timeBase)
            else { return nil }
            let title = av_dict_get(chapter.metadata, "title", nil, 0).map { String(cString: $0.pointee.value) }
            return Chapter(start: start, title: title)
        }
    }

    /// A Boolean value that indicates whether the file is MP4 or QuickTime.
    package var isMP4: Bool { formatName.hasPrefix("mov,") }

    /// A Boolean value that indicates whether the file is an MPEG transport stream.
    package var isTransportStream: Bool { formatName == "mpegts" }

    /// A Boolean value that indicates whether the file is AVI, which has only decoding times.
    package var isAVI: Bool { formatName == "avi" }

    /// Keeps packets without a presentation time if the file has none. Otherwise FFmpeg generates one as if no frame
    /// were reordered.
    package func keepMissingTimes() { context.pointee.flags &= ~AVFMT_FLAG_GENPTS }

    private var formatName: String { context.pointee.iformat?.pointee.name.map { String(cString: $0) } ?? "" }

    /// True if the duration is from the file's header. For other files FFmpeg looks at the end of the file.
    package var declaresDuration: Bool { context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM }

    /// True if the file contains all samples that its header lists. Nil if the header lists no samples, or if the
    /// format is not MP4 or MOV, because other headers list none or only some.
    package var holdsIndexedSamples: Bool? {
        guard let format = context.pointee.iformat?.pointee.name, String(cString: format).hasPrefix("mov,") else {
            return nil
        }
        let ends = streams.indices.compactMap { context.pointee.streams[$0].flatMap(Self.indexedEnd) }
        return ends.max().map { $0 <= avio_size(io.pointer) }
    }

    /// Returns the end of the last sample that the header lists, as a byte offset.
    private static func indexedEnd(_ stream: UnsafeMutablePointer<AVStream>) -> Int64? {
        (0..<avformat_index_get_entries_count(stream)).lazy.compactMap { place in
            avformat_index_get_entry(stream, place).flatMap { $0.pointee.size > 0 ? $0.pointee : nil }
        }.map { $0.pos.addingReportingOverflow(Int64($0.size)) }.map { $0.overflow ? .max : $0.partialValue }.max()
    }
}

extension StreamInfo {
    init(_ stream: UnsafeMutablePointer<AVStream>) throws(FFmpegError) {
        let values = stream.pointee
        self.init(
            index: Int(values.index),
            parameters: try CodecParameters(copying: values.codecpar),
            timeBase: Rational(values.time_base) ?? .oneOver(1000),
            startTime: Ticks.optional(values.start_time),
            duration: Ticks.optional(values.duration),
            frameInterval: (Rational(values.avg_frame_rate) ?? Rational(values.r_frame_rate))?.reciprocal,
            rotation: Self.rotation(of: stream),
            title: Self.tag("title", in: values.metadata) ?? Self.handlerName(values.metadata),
            isAttachedPicture: values.disposition & AV_DISPOSITION_ATTACHED_PIC != 0,
            frameCount: values.nb_frames > 0 ? Int(values.nb_frames) : nil,
            isDefault: values.disposition & AV_DISPOSITION_DEFAULT != 0,
            // FFmpeg discards a chapter track after it has read the movie's chapters from it.
            holdsChapters: values.discard == AVDISCARD_ALL)
    }

    /// Returns the track's name in MP4, unless it is a default that writers use for unnamed tracks.
    private static func handlerName(_ metadata: OpaquePointer?) -> String? {
        let defaults = ["VideoHandler", "SoundHandler", "Core Media Video", "Core Media Audio"]
        return tag("handler_name", in: metadata).flatMap { defaults.contains($0) ? nil : $0 }
    }

    private static func tag(_ key: String, in metadata: OpaquePointer?) -> String? {
        av_dict_get(metadata, key, nil, 0).map { String(cString: $0.pointee.value) }
    }

    /// Returns the clockwise rotation in degrees, as players count it. The display matrix rotates counter-clockwise.
    private static func rotation(of stream: UnsafeMutablePointer<AVStream>) -> Int {
        guard let matrix = replay_display_matrix(stream) else { return 0 }
        let degrees = matrix.withMemoryRebound(to: Int32.self, capacity: 9) { av_display_rotation_get($0) }
        let quarterTurns = Int(saturating: (-degrees / 90).rounded())
        return ((quarterTurns % 4) + 4) % 4 * 90
    }
}
