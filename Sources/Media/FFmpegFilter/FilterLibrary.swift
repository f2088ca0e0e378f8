internal import CFFmpegFilter
import FFmpeg
import Glibc

/// The functions of libavfilter, which is loaded only if something is filtered. With its dependencies it takes 15 MB.
/// Copying packets, and drawing with Replay's own code, do not need it.
struct FilterLibrary: Sendable {
    typealias Graph = UnsafeMutablePointer<AVFilterGraph>
    typealias Filter = UnsafeMutablePointer<AVFilterContext>
    typealias Ends = UnsafeMutablePointer<AVFilterInOut>

    let allocateGraph: @convention(c) () -> Graph?
    let freeGraph: @convention(c) (UnsafeMutablePointer<Graph?>?) -> Void
    let createFilter:
        @convention(c) (
            UnsafeMutablePointer<Filter?>?, UnsafePointer<AVFilter>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
            UnsafeMutableRawPointer?, Graph?
        ) -> Int32
    let parse:
        @convention(c) (
            Graph?, UnsafePointer<CChar>?, UnsafeMutablePointer<Ends?>?, UnsafeMutablePointer<Ends?>?,
            UnsafeMutableRawPointer?
        ) -> Int32
    let configure: @convention(c) (Graph?, UnsafeMutableRawPointer?) -> Int32
    let find: @convention(c) (UnsafePointer<CChar>?) -> UnsafePointer<AVFilter>?
    let allocateEnds: @convention(c) () -> Ends?
    let freeEnds: @convention(c) (UnsafeMutablePointer<Ends?>?) -> Void
    let addFrame: @convention(c) (Filter?, UnsafeMutablePointer<AVFrame>?, Int32) -> Int32
    let close: @convention(c) (Filter?, Int64, UInt32) -> Int32
    let getFrame: @convention(c) (Filter?, UnsafeMutablePointer<AVFrame>?) -> Int32
    let setFrameSize: @convention(c) (Filter?, UInt32) -> Void
    let timeBase: @convention(c) (UnsafePointer<AVFilterContext>?) -> AVRational

    /// The library name with the major version of the headers. Other versions have other structures.
    private static let name = "libavfilter.so.\(LIBAVFILTER_VERSION_MAJOR)"

    private static let loaded = Result { () throws(FFmpegError) in try FilterLibrary() }

    /// Returns the library, and loads it on the first call.
    /// - Throws: The same error in each call if the library cannot be loaded.
    static func load() throws(FFmpegError) -> FilterLibrary { try loaded.get() }

    /// Loads the library. It is never unloaded, because FFmpeg's libraries hold pointers into each other.
    private init() throws(FFmpegError) {
        guard let library = dlopen(Self.name, RTLD_LAZY | RTLD_LOCAL) else { throw .cannotLoad(Self.name) }
        func symbol<Function>(_ name: String, as _: Function.Type = Function.self) throws(FFmpegError) -> Function {
            guard let found = dlsym(library, name) else { throw .cannotLoad(Self.name) }
            return unsafeBitCast(found, to: Function.self)
        }
        allocateGraph = try symbol("avfilter_graph_alloc")
        freeGraph = try symbol("avfilter_graph_free")
        createFilter = try symbol("avfilter_graph_create_filter")
        parse = try symbol("avfilter_graph_parse_ptr")
        configure = try symbol("avfilter_graph_config")
        find = try symbol("avfilter_get_by_name")
        allocateEnds = try symbol("avfilter_inout_alloc")
        freeEnds = try symbol("avfilter_inout_free")
        addFrame = try symbol("av_buffersrc_add_frame_flags")
        close = try symbol("av_buffersrc_close")
        getFrame = try symbol("av_buffersink_get_frame")
        setFrameSize = try symbol("av_buffersink_set_frame_size")
        timeBase = try symbol("av_buffersink_get_time_base")
    }
}

extension FFmpegError {
    fileprivate static func cannotLoad(_ name: String) -> FFmpegError {
        .missingLibrary(name, reason: dlerror().map { String(cString: $0) })
    }
}
