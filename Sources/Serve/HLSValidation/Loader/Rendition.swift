import HLSPlaylist

/// A media playlist and the contents of its segments.
package struct Rendition: Sendable {
    /// The path relative to the folder.
    let path: String
    let role: PlaylistRole
    let text: PlaylistText
    let parsed: ParsedMediaPlaylist
    /// The initialization sections that could be read, by EXT-X-MAP.
    let maps: [MediaMap: LoadedMap]
    /// The segments, one for each entry of the playlist.
    let segments: [LoadedSegment]

    var playlist: MediaPlaylist { parsed.playlist }
    var lines: MediaPlaylistLines { parsed.lines }
    var entries: [SegmentEntry] { parsed.entries }

    /// The initialization sections, in the order of the playlist.
    var movies: [LoadedMap] { maps.values.sorted { $0.line < $1.line } }

    /// Returns the components of the folder that contains a file.
    static func folder(of path: String) -> [String] {
        path.pathComponents.dropLast()
    }

    /// The initialization section of the first segment, which may be incomplete.
    var movie: InitSegment? {
        (playlist.segments.first?.map ?? playlist.pending?.map).flatMap { maps[$0]?.movie }
    }

    /// True if it has video, as far as known.
    var hasVideo: Bool { role == .variant && (movie.map { $0.video != nil } ?? true) }

    /// The fragmented MP4 segments, with their entries in the playlist.
    var fragmented: [(entry: SegmentEntry, loaded: LoadedSegment, segment: FragmentedSegment)] {
        zip(entries, segments).compactMap { entry, loaded in
            if case .fragmented(let segment) = loaded.content { (entry, loaded, segment) } else { nil }
        }
    }

    /// True if the fragments of every segment are known.
    var isWhole: Bool { !segments.isEmpty && fragmented.count == segments.count }

    /// The mean duration of a sample, at most 0.1 s. It is the tolerance for durations.
    var frame: Seconds {
        let runs = fragmented.compactMap(\.segment.leading)
        let count = runs.reduce(0) { $0 + $1.sampleCount }
        let total = runs.reduce(Seconds.zero) { $0 + $1.duration }
        let limit = Seconds.milliseconds(100)
        return count == 0 ? limit : min(limit, Seconds(nanoseconds: total.nanoseconds / Int64(count) + 1))
    }
}

/// An initialization section that was loaded, and the line of its first EXT-X-MAP.
package struct LoadedMap: Sendable {
    let movie: InitSegment
    let line: Int
}

/// A segment that was loaded, as far as its contents were read.
package struct LoadedSegment: Sendable {
    /// The contents of the file.
    enum Content: Sendable {
        case fragmented(FragmentedSegment)
        case text(WebVTTFile)
        case transportStream
        /// Packed audio, or something encrypted or unknown.
        case other
        /// The file is missing, outside the folder, or was not read.
        case missing
    }

    /// The path relative to the folder, or the URI if it does not lead to a file of the folder.
    let file: String
    /// The size in bytes of the playlist's byte range, or 0 if the file is missing.
    let size: Int64
    let fileSize: Int64
    let content: Content
}
