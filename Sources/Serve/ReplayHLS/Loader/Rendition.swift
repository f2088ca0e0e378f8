/// A media playlist and what its segments hold.
package struct Rendition: Sendable {
    /// What it is there for.
    package enum Role: Sendable { case variant, audio, subtitles, iFrames }

    /// From the folder.
    let path: String
    let role: Role
    let text: PlaylistText
    let playlist: MediaPlaylist
    /// One for each EXT-X-MAP that could be read.
    let maps: [MediaMap: InitSegment]
    /// One for each segment of the playlist.
    let segments: [LoadedSegment]

    /// The components of the folder that a file lies in.
    static func folder(of path: String) -> [String] {
        path.pathComponents.dropLast()
    }

    /// The initialization section of the first segment.
    var movie: InitSegment? { playlist.segments.first?.map.flatMap { maps[$0] } }

    /// Whether it has frames, as far as that can be told.
    var hasVideo: Bool { role == .variant && (movie.map { $0.video != nil } ?? true) }

    /// Segments that are fragmented MP4, with their entries in the playlist.
    var fragmented: [(entry: PlaylistSegment, loaded: LoadedSegment, segment: FragmentedSegment)] {
        zip(playlist.segments, segments).compactMap { entry, loaded in
            if case .fragmented(let segment) = loaded.content { (entry, loaded, segment) } else { nil }
        }
    }

    /// Whether every segment's fragments are known.
    var isWhole: Bool { !segments.isEmpty && fragmented.count == segments.count }

    /// How long a sample stands on the average, at most a tenth of a second: what the durations may be off by.
    var frame: Seconds {
        let runs = fragmented.compactMap(\.segment.leading)
        let count = runs.reduce(0) { $0 + $1.sampleCount }
        let total = runs.reduce(Seconds.zero) { $0 + $1.duration }
        let limit = Seconds.milliseconds(100)
        return count == 0 ? limit : min(limit, Seconds(nanoseconds: total.nanoseconds / Int64(count) + 1))
    }
}

/// A segment's file, as far as it was looked into.
package struct LoadedSegment: Sendable {
    /// What the file is.
    enum Content: Sendable {
        case fragmented(FragmentedSegment)
        case text(WebVTTFile)
        case transportStream
        /// Packed audio, something encrypted, or nothing known.
        case other
        /// It is not there, not in the folder, or was not looked into.
        case missing
    }

    /// From the folder; the URI where it leads to none of its files.
    let file: String
    /// In bytes, as far as the playlist's byte range reaches; 0 where it is not there.
    let size: Int64
    let fileSize: Int64
    let content: Content
}
