import FFmpeg
import Files
import MediaTime
import ReplayRendering

/// A rendition of a live folder: its track, and its segments on the disk.
final class LiveRendition {
    let name: String
    let codec: String
    let folder: Directory
    private let track: CMAFTrack
    private let timeBase: Rational
    private(set) var segments: [RenditionMedia.Segment] = []
    /// The start of the current segment, in ticks of 1/90,000 s; nil before the first packet.
    private(set) var start: Int64?
    /// The fragments of the current segment, and its keyframes with their ranges in the segment's file. Each keyframe is
    /// a fragment, so that the I-frame playlist can refer to it.
    private var bytes: [UInt8] = []
    private var keyframes: [(time: Int64, range: Range<Int>)] = []
    private var hasPackets = false
    /// The keyframes of the video.
    private(set) var frames: [RenditionMedia.Segment] = []
    private let hasFrames: Bool

    private static let headerName = "header.mp4"

    /// - Parameter folder: The folder of the whole presentation. The rendition gets a folder in it.
    init(_ name: String, codec: String, parameters: CodecParameters, timeBase: Rational, in folder: Directory) throws {
        self.name = name
        hasFrames = parameters.width > 0
        self.codec = codec
        self.folder = try folder.createSharedDirectory(name)
        self.timeBase = timeBase
        track = try CMAFTrack(parameters, timeBase: timeBase)
    }

    /// Adds a packet, whose times are in ticks of the time base.
    func write(_ packet: Packet) throws {
        if start == nil { start = 0 }
        if hasFrames, packet.isKeyframe { try endFragment() }
        hasPackets = true
        try track.write(packet)
        guard hasFrames, packet.isKeyframe else { return }
        let offset = bytes.count
        try endFragment()
        keyframes.append((ticks(packet.pts ?? 0), offset..<bytes.count))
    }

    private func endFragment() throws {
        guard hasPackets else { return }
        bytes += try track.endFragment(keepsTimes: true)
        hasPackets = false
    }

    /// Ends the current segment at a time in ticks of 1/90,000 s, and writes its file.
    /// - Parameter next: The start of the next segment; nil if it is the end of this one.
    /// - Returns: The size of the file in bytes; 0 if there is no segment.
    func endSegment(at end: Int64, next: Int64? = nil, isDiscontinuous: Bool) throws -> Int {
        try endFragment()
        guard !bytes.isEmpty, let start else { return 0 }
        if segments.isEmpty { try write(track.header, to: Self.headerName) }
        let number = String(segments.count + 1)
        let uri = String(repeating: "0", count: max(0, 5 - number.count)) + number + ".m4s"
        try write(bytes, to: uri)
        var segment = RenditionMedia.Segment(uri: uri, range: nil, size: bytes.count, time: start..<max(start, end))
        segment.isDiscontinuous = isDiscontinuous
        segments.append(segment)
        addFrames(of: segment)
        defer { (bytes, keyframes) = ([], []) }
        self.start = next ?? end
        return bytes.count
    }

    private func addFrames(of segment: RenditionMedia.Segment) {
        let ends = keyframes.dropFirst().map(\.time) + [segment.time.upperBound]
        for (index, (keyframe, end)) in zip(keyframes, ends).enumerated() {
            var frame = RenditionMedia.Segment(
                uri: "../\(name)/\(segment.uri)", range: keyframe.range, size: keyframe.range.count,
                time: keyframe.time..<max(keyframe.time, end))
            frame.isDiscontinuous = index == 0 && segment.isDiscontinuous
            frames.append(frame)
        }
    }

    /// The description for playlists.
    var media: RenditionMedia {
        RenditionMedia(name: name, codec: codec, header: (Self.headerName, nil), segments: segments)
    }

    /// The description of the keyframes for the I-frame playlist.
    func frameMedia(_ name: String) -> RenditionMedia {
        RenditionMedia(name: name, codec: codec, header: ("../\(self.name)/\(Self.headerName)", nil), segments: frames)
    }

    /// Writes the rendition's playlist.
    func write(_ playlist: String) throws { try folder.replaceShared("index.m3u8", with: Array(playlist.utf8)) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let file = try PublicFile(name, in: folder)
        do {
            try file.append(bytes)
        } catch {
            // On a full disk, this makes room for the playlists. The first failure is the one to report.
            try? folder.remove(name)
            throw error
        }
    }

    /// Returns a time in ticks of the time base.
    func time(_ ticks: Int64) -> Int64 {
        MediaTime(value: ticks, timescale: ExportPlan.timescale).ticks(in: timeBase, rounding: .nearest) ?? 0
    }

    /// Returns a time of the time base in ticks of 1/90,000 s.
    func ticks(_ time: Int64) -> Int64 {
        MediaTime(ticks: time, in: timeBase)?.converted(to: ExportPlan.timescale, rounding: .nearest).value ?? 0
    }
}
