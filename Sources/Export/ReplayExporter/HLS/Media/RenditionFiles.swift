import FFmpeg

/// The files of a rendition, as they grow.
final class RenditionFiles {
    private let folder: HLSFolder
    private let name: String
    /// Where segments share one file: that, without its name yet.
    private let shared: HLSFolder.GrowingFile?
    private var parts: [(range: Range<Int>?, uri: String, size: Int)] = []

    /// - Parameter isShared: whether all segments are in one file.
    init(_ folder: HLSFolder, name: String, isShared: Bool) throws {
        self.folder = folder
        self.name = name
        shared = isShared ? try folder.growingFile(in: name) : nil
    }

    /// Adds the header, or a segment.
    func add(_ bytes: [UInt8], suffix: String) throws {
        if let shared {
            let start = shared.size
            try shared.append(bytes)
            parts.append((start..<start + bytes.count, "", bytes.count))
        } else {
            parts.append((nil, try folder.store(bytes, in: name, suffix: suffix), bytes.count))
        }
    }

    /// What was added: the header first, where there is a codec, then segments.
    /// - Parameters:
    ///   - starts: where the segments begin, in ticks of the output.
    ///   - end: where the last one ends.
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
