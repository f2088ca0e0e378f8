internal import CFFmpeg
internal import CFFmpegFilter
package import FFmpeg
package import MediaTime

/// A libavfilter graph with labelled inputs and one output. Use it from one thread at a time.
///
/// Descriptions must contain only numbers and fixed words, so that no user input becomes a filter string.
package final class FilterGraph {
    /// The type of frames at an input of the graph.
    package enum Input {
        /// Frames with the size and format of a sample frame, and times in `timeBase`.
        case video(like: Frame, timeBase: Rational, sampleAspectRatio: (Int, Int))
        /// Samples in the format of a sample frame, with times in ticks of its sample rate.
        case audio(like: Frame)
    }

    private let library: FilterLibrary
    private let graph: FilterLibrary.Graph
    private var sources: [FilterLibrary.Filter] = []
    private var sink: FilterLibrary.Filter?

    private init(_ graph: FilterLibrary.Graph, of library: FilterLibrary) {
        (self.graph, self.library) = (graph, library)
    }

    deinit {
        var owned: FilterLibrary.Graph? = graph
        library.freeGraph(&owned)
    }

    /// Builds a graph with one output.
    /// - Parameters:
    ///   - description: A graph in libavfilter's syntax, with inputs labelled `in0`, `in1` … and the output `out`.
    ///   - inputs: The types of the inputs. The output has the media type of the first one.
    package static func open(_ description: String, inputs: [Input]) throws(FFmpegError) -> FilterGraph {
        let library = try FilterLibrary.load()
        guard let pointer = library.allocateGraph() else {
            throw FFmpegError(.outOfMemory, operation: "build", subject: "a filter graph")
        }
        let graph = FilterGraph(pointer, of: library)
        // One thread per filter, because the encoder that runs at the same time needs the cores.
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
    ) throws(FFmpegError) -> FilterLibrary.Filter {
        var context: FilterLibrary.Filter?
        try FFmpegError.check(
            library.createFilter(&context, library.find(filter), label, arguments, nil, graph),
            operation: "create", subject: "the filter \(filter)")
        guard let context else {
            throw FFmpegError(.outOfMemory, operation: "create", subject: "the filter \(filter)")
        }
        return context
    }

    private func link(
        _ description: String, to sink: FilterLibrary.Filter
    ) throws(FFmpegError) {
        // FFmpeg names ends from the outside: the *outputs* of our sources feed the graph's open inputs.
        var outputs: FilterLibrary.Ends?
        var inputs = end("out", of: sink, next: nil)
        for (index, source) in sources.enumerated().reversed() {
            outputs = end("in\(index)", of: source, next: outputs)
        }
        defer {
            library.freeEnds(&inputs)
            library.freeEnds(&outputs)
        }
        try FFmpegError.check(
            library.parse(graph, description, &inputs, &outputs, nil), operation: "build", subject: "the filter graph")
        try FFmpegError.check(library.configure(graph, nil), operation: "build", subject: "the filter graph")
    }

    private func end(
        _ label: String, of filter: FilterLibrary.Filter,
        next: FilterLibrary.Ends?
    ) -> FilterLibrary.Ends? {
        let end = library.allocateEnds()
        end?.pointee.name = av_strdup(label)
        end?.pointee.filter_ctx = filter
        end?.pointee.pad_idx = 0
        end?.pointee.next = next
        return end
    }

    /// Sets the number of samples of every output frame except the last one, as an audio encoder requires.
    package func setOutputFrameSize(_ samples: Int) {
        guard let sink else { return }
        library.setFrameSize(sink, UInt32(samples))
    }

    /// Sends a frame to an input, or nil at the end of the input.
    package func push(_ frame: Frame?, into input: Int = 0) throws(FFmpegError) {
        // With this flag the frame is only read, although the parameter type is mutable.
        let flags = Int32(AV_BUFFERSRC_FLAG_KEEP_REF)
        let pointer = UnsafeMutablePointer(mutating: frame?.pointer)
        try FFmpegError.check(library.addFrame(sources[input], pointer, flags), operation: "filter", subject: "a frame")
    }

    /// Ends an input at `time`, in ticks of its time base. The last frame is shown until then.
    package func close(_ input: Int = 0, at time: Int64) throws(FFmpegError) {
        try FFmpegError.check(library.close(sources[input], time, 0), operation: "filter", subject: "the last frame")
    }

    /// Receives the next frame of the output.
    package func pull() throws(FFmpegError) -> CodecOutput<Frame> {
        guard let sink else { return .end }
        var result: Int32 = 0
        let frame = try Frame.make { result = library.getFrame(sink, $0) }
        if result == replay_error(EAGAIN) { return .again }
        if result == replay_error_eof { return .end }
        try FFmpegError.check(result, operation: "filter", subject: "a frame")
        return .next(frame)
    }

    /// The time base of the output: the length of a tick in seconds.
    package var outputTimeBase: Rational {
        let timeBase = sink.map { library.timeBase($0) }
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

extension FilterGraph {
    /// Loads libavfilter, which a process in a sandbox cannot do later. If it is missing, the first graph throws the
    /// error.
    package static func prepare() {
        // The first graph throws the same error.
        _ = try? FilterLibrary.load()
    }
}
