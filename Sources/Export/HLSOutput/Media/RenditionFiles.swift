import FFmpeg

/// The files of a rendition while they are being written.
final class RenditionFiles {
    private let folder: HLSFolder
    private let name: String
    /// The file that all segments share, without its final name, or nil if each segment has a file.
    private let shared: HLSFolder.GrowingFile?
    private var parts: [(range: Range<Int>?, uri: String, size: Int)] = []

    /// - Parameter isShared: True if all segments are in one file.
    init(_ folder: HLSFolder, name: String, isShared: Bool) throws {
        self.folder = folder
        self.name = name
        shared = isShared ? try folder.growingFile(in: name) : nil
    }

    /// Adds the header or a segment.
    func add(_ bytes: [UInt8], suffix: String) throws {
        if let shared {
            let start = shared.size
            try shared.append(bytes)
            parts.append((start..<start + bytes.count, "", bytes.count))
        } else {
            parts.append((nil, try folder.store(bytes, in: name, suffix: suffix), bytes.count))
        }
    }

    /// Returns the description of all files. The first added file is the header if there is a codec; the others are
    /// segments.
    /// - Parameters:
    ///   - starts: The start times of the segments, in ticks of the output.
    ///   - end: The end of the last segment, in ticks of the output.
    func finish(codec: String?, starts: [Int64], end: Int64) throws -> RenditionMedia {
        let uri = try shared?.finish(suffix: "mp4")
        let header = codec == nil ? nil : parts.first
        return RenditionMedia(
            name: name, codec: codec, header: header.map { (uri ?? $0.uri, $0.range) },
            segments: zip(parts.dropFirst(header == nil ? 0 : 1), zip(starts, starts.dropFirst() + [end])).map {
                part, time in
                RenditionMedia.Segment(
                    uri: uri ?? part.uri, range: part.range, size: part.size, time: time.0..<max(time.0, time.1))
            })
    }
}
