import FFmpeg
import Files
import MediaTime
import ReplayRendering

/// A rendition of a live folder: its track, and its segments on the disk.
final class LiveRendition {
    let name: String
    let codec: String
    private let folder: Directory
    private let track: CMAFTrack
    private let timeBase: Rational
    private(set) var segments: [RenditionMedia.Segment] = []
    /// The start of the current segment, in ticks of 1/90,000 s; nil before the first packet.
    private(set) var start: Int64?
    private var hasPackets = false

    private static let headerName = "header.mp4"

    /// - Parameter folder: The folder of the whole presentation. The rendition gets a folder in it.
    init(_ name: String, codec: String, parameters: CodecParameters, timeBase: Rational, in folder: Directory) throws {
        self.name = name
        self.codec = codec
        self.folder = try folder.createSharedDirectory(name)
        self.timeBase = timeBase
        track = try CMAFTrack(parameters, timeBase: timeBase)
    }

    /// Adds a packet, whose times are in ticks of the time base.
    func write(_ packet: Packet) throws {
        if start == nil { start = 0 }
        hasPackets = true
        try track.write(packet)
    }

    /// Ends the current segment at a time in ticks of 1/90,000 s, and writes its file.
    /// - Returns: The size of the file in bytes; 0 if there is no segment.
    func endSegment(at end: Int64, isDiscontinuous: Bool) throws -> Int {
        guard hasPackets, let start else { return 0 }
        let fragment = try track.endFragment()
        if segments.isEmpty { try write(track.header, to: Self.headerName) }
        let number = String(segments.count + 1)
        let uri = String(repeating: "0", count: max(0, 5 - number.count)) + number + ".m4s"
        try write(fragment, to: uri)
        var segment = RenditionMedia.Segment(uri: uri, range: nil, size: fragment.count, time: start..<max(start, end))
        segment.isDiscontinuous = isDiscontinuous
        segments.append(segment)
        self.start = end
        hasPackets = false
        return fragment.count
    }

    /// The description for playlists.
    var media: RenditionMedia {
        RenditionMedia(name: name, codec: codec, header: (Self.headerName, nil), segments: segments)
    }

    /// Writes the rendition's playlist.
    func write(_ playlist: String) throws { try folder.replaceShared("index.m3u8", with: Array(playlist.utf8)) }

    private func write(_ bytes: [UInt8], to name: String) throws {
        let file = try PublicFile(name, in: folder)
        try file.append(bytes)
    }

    /// Returns a time of the time base in ticks of 1/90,000 s.
    func ticks(_ time: Int64) -> Int64 {
        MediaTime(ticks: time, in: timeBase)?.converted(to: ExportPlan.timescale, rounding: .nearest).value ?? 0
    }
}
