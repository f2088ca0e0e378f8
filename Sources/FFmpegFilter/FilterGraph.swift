internal import CFFmpeg
internal import CFFmpegFilter
package import FFmpeg
package import MediaTime

/// One libavfilter graph with labelled inputs and outputs. Used from one thread at a time.
///
/// Its description is made of numbers and fixed words only: nothing that a user typed becomes a filter string.
package final class FilterGraph {
    /// What comes in at one label of the graph.
    package enum Input {
        /// Frames as `parameters` says, their times in `timeBase`.
        case video(like: Frame, timeBase: Rational, sampleAspectRatio: (Int, Int))
        /// Samples in the format of `frame`, their times in ticks of its rate.
        case audio(like: Frame)
    }

    private let graph: UnsafeMutablePointer<AVFilterGraph>
    private var sources: [UnsafeMutablePointer<AVFilterContext>] = []
    private var sink: UnsafeMutablePointer<AVFilterContext>?

    private init(_ graph: UnsafeMutablePointer<AVFilterGraph>) { self.graph = graph }

    deinit {
        var owned: UnsafeMutablePointer<AVFilterGraph>? = graph
        avfilter_graph_free(&owned)
    }

    /// Builds a graph with one output.
    /// - Parameters:
    ///   - description: libavfilter's syntax, the inputs labelled `in0`, `in1` ..., the output `out`.
    package static func open(_ description: String, inputs: [Input]) throws(FFmpegError) -> FilterGraph {
        guard let pointer = avfilter_graph_alloc() else {
            throw FFmpegError(.outOfMemory, operation: "build", subject: "a filter graph")
        }
        let graph = FilterGraph(pointer)
        // One thread a filter: the encoder beside it has the cores.
        pointer.pointee.nb_threads = 1
        for (index, input) in inputs.enumerated() {
            let name = input.isVideo ? "buffer" : "abuffer"
            graph.sources.append(try graph.add(name, label: "in\(index)", arguments: input.arguments))
        }
        let isVideo = inputs.first?.isVideo ?? true
        let sink = try graph.add(isVideo ? "buffersink" : "abuffersink", label: "out", arguments: nil)
        graph.sink = sink
        try graph.link(description, to: sink)
        return graph
    }

    private func add(
        _ filter: String, label: String, arguments: String?
    ) throws(FFmpegError) -> UnsafeMutablePointer<AVFilterContext> {
        var context: UnsafeMutablePointer<AVFilterContext>?
        try FFmpegError.check(
            avfilter_graph_create_filter(&context, avfilter_get_by_name(filter), label, arguments, nil, graph),
            "create", "the filter \(filter)")
        guard let context else {
            throw FFmpegError(.outOfMemory, operation: "create", subject: "the filter \(filter)")
        }
        return context
    }

    private func link(
        _ description: String, to sink: UnsafeMutablePointer<AVFilterContext>
    ) throws(FFmpegError) {
        // FFmpeg names ends from the outside: the graph's open inputs are fed by *outputs* of our sources.
        var outputs: UnsafeMutablePointer<AVFilterInOut>?
        var inputs = Self.end("out", sink, next: nil)
        for (index, source) in sources.enumerated().reversed() {
            outputs = Self.end("in\(index)", source, next: outputs)
        }
        defer {
            avfilter_inout_free(&inputs)
            avfilter_inout_free(&outputs)
        }
        try FFmpegError.check(
            avfilter_graph_parse_ptr(graph, description, &inputs, &outputs, nil), "build", "the filter graph")
        try FFmpegError.check(avfilter_graph_config(graph, nil), "build", "the filter graph")
    }

    private static func end(
        _ label: String, _ filter: UnsafeMutablePointer<AVFilterContext>,
        next: UnsafeMutablePointer<AVFilterInOut>?
    ) -> UnsafeMutablePointer<AVFilterInOut>? {
        let end = avfilter_inout_alloc()
        end?.pointee.name = av_strdup(label)
        end?.pointee.filter_ctx = filter
        end?.pointee.pad_idx = 0
        end?.pointee.next = next
        return end
    }

    /// Makes every frame but the last of an audio track output this long, as the encoder wants them.
    package func setOutputFrameSize(_ samples: Int) {
        guard let sink else { return }
        av_buffersink_set_frame_size(sink, UInt32(samples))
    }

    /// Gives a frame to an input, or nil for its end.
    package func push(_ frame: Frame?, into input: Int = 0) throws(FFmpegError) {
        // With this the frame is only read, though its type does not say so.
        let flags = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
        let pointer = UnsafeMutablePointer(mutating: frame?.pointer)
        try FFmpegError.check(av_buffersrc_add_frame_flags(sources[input], pointer, flags), "filter", "a frame")
    }

    /// Ends an input at `time`, in ticks of its time base: what is shown last is shown until then.
    package func close(_ input: Int = 0, at time: Int64) throws(FFmpegError) {
        try FFmpegError.check(av_buffersrc_close(sources[input], time, 0), "filter", "the last frame")
    }

    /// Takes the next frame of the output.
    package func pull() throws(FFmpegError) -> CodecOutput<Frame> {
        guard let sink else { return .end }
        var result: Int32 = 0
        let frame = try Frame.make { result = av_buffersink_get_frame(sink, $0) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, "filter", "a frame")
        return .next(frame)
    }

    /// The length of a tick of the output's times, in seconds.
    package var outputTimeBase: Rational {
        let timeBase = sink.map { av_buffersink_get_time_base($0) }
        return timeBase.flatMap { Rational(Int64($0.num), Int64($0.den)) } ?? .oneOver(1000)
    }
}

extension FilterGraph.Input {
    fileprivate var isVideo: Bool {
        if case .video = self { true } else { false }
    }

    fileprivate var arguments: String {
        switch self {
        case .video(let frame, let timeBase, let ratio):
            """
            video_size=\(frame.width)x\(frame.height):pix_fmt=\(frame.pointer.pointee.format)\
            :time_base=\(timeBase.numerator)/\(timeBase.denominator):pixel_aspect=\(ratio.0)/\(ratio.1)
            """ + Self.colours(of: frame)
        case .audio(let frame):
            """
            sample_rate=\(frame.sampleRate):sample_fmt=\(frame.pointer.pointee.format)\
            :channel_layout=\(frame.channelLayoutName):time_base=1/\(frame.sampleRate)
            """
        }
    }

    private static func colours(of frame: Frame) -> String {
        guard replay_source_takes_colours() != 0 else { return "" }
        let values = frame.pointer.pointee
        return ":colorspace=\(values.colorspace.rawValue):range=\(values.color_range.rawValue)"
    }
}
