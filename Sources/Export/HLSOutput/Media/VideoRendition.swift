import FFmpeg
import H264
import MediaTime
import ReplayLibrary
import ReplayMovie
import ReplayRendering

/// A rendition of frames. It writes each GOP as a fragment, and joins fragments into segments.
final class VideoRendition: VideoOutput {
    private let files: RenditionFiles
    private let end: Int64
    private var cutter: SegmentCutter
    private var track: CMAFTrack?
    private var codec: String?
    /// The start time of the current GOP.
    private var groupStart: Int64?
    private var segment: [UInt8] = []
    private var hasHeader = false
    /// The times of the keyframes, in ticks of the output.
    private(set) var keyframes: [Int64] = []
    /// The start times of the segments, in ticks of the output.
    private(set) var starts: [Int64] = []
    /// The progress callback. Returns false to cancel.
    var progress: (MediaTime) -> Bool = { _ in true }

    /// - Parameters:
    ///   - longest: The maximum duration of a segment, in ticks. With 0, each GOP is a segment.
    ///   - end: The end of the output, in ticks.
    init(files: RenditionFiles, longest: Int64, end: Int64) {
        self.files = files
        self.end = end
        cutter = SegmentCutter(longest: longest)
    }

    func begin(_ parameters: CodecParameters) throws {
        codec = try AVCCodec.name(parameters)
        track = try CMAFTrack(parameters, timeBase: .oneOver(ExportPlan.timescale))
    }

    func write(_ packet: Packet) throws {
        let time = packet.pts ?? 0
        guard progress(MediaTime(value: time, timescale: ExportPlan.timescale)) else { throw ExportError.cancelled }
        if packet.isKeyframe {
            try endGroup(at: time)
            groupStart = time
            keyframes.append(time)
        }
        try track?.write(packet)
    }

    func finish() throws {
        try endGroup(at: end)
        try files.add(segment, suffix: "m4s")
    }

    /// Returns the description of the finished rendition.
    func media() throws -> RenditionMedia {
        try files.finish(codec: codec, starts: starts, end: end)
    }

    private func endGroup(at time: Int64) throws {
        guard let track, let start = groupStart else { return }
        let fragment = try track.endFragment()
        if !hasHeader { try files.add(track.header, suffix: "mp4") }
        if !hasHeader || cutter.opensSegment(withGroup: start..<time) {
            if hasHeader { try files.add(segment, suffix: "m4s") }
            segment = []
            starts.append(start)
        }
        hasHeader = true
        segment += fragment
    }
}

/// The codec strings of H.264 in playlists.
enum AVCCodec {
    /// Returns `avc1.` followed by profile, constraints and level in hexadecimal (RFC 6381, 3.3).
    static func name(_ parameters: CodecParameters) throws -> String {
        let bytes = parameters.extradata
        // A recording has MP4's `avcC`; an encoder returns parameter sets with start codes.
        guard let sets = AVCConfiguration(bytes) ?? AVCConfiguration(startCoded: bytes) else {
            throw FFmpegError(.invalidData, operation: "write", subject: "frames that are not H.264")
        }
        return "avc1." + sets.bytes[1..<4].map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
}
