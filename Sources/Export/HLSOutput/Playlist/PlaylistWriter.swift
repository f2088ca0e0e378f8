import MediaTime
import ReplayRendering

/// A writer of media playlists (RFC 8216, 4.3).
struct PlaylistWriter {
    /// The kind of content in the segments.
    enum Kind { case media, frames, text }

    /// The target duration, in seconds. The rounded duration of each segment in all playlists is at most this.
    let target: Int
    /// Returns the recording date of the frame at a time of the output, in ISO 8601, or nil if it is unknown. Nil if
    /// the playlists contain no dates.
    let date: ((Int64) -> String?)?

    func text(_ media: RenditionMedia, _ kind: Kind) -> String {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:\(version(media, kind))", "#EXT-X-TARGETDURATION:\(target)"]
        lines += ["#EXT-X-MEDIA-SEQUENCE:0", "#EXT-X-PLAYLIST-TYPE:VOD"]
        if kind == .frames { lines.append("#EXT-X-I-FRAMES-ONLY") }
        if kind == .media { lines.append("#EXT-X-INDEPENDENT-SEGMENTS") }
        if let (uri, range) = media.header {
            let place = range.map { ",BYTERANGE=\"\($0.count)@\($0.lowerBound)\"" } ?? ""
            lines.append("#EXT-X-MAP:URI=\(uri.playlistQuoted)\(place)")
        }
        for segment in media.segments {
            if kind == .media, let date = date?(segment.time.lowerBound) {
                lines.append("#EXT-X-PROGRAM-DATE-TIME:\(date)")
            }
            lines.append("#EXTINF:\(Self.duration(of: segment)),")
            if let range = segment.range { lines.append("#EXT-X-BYTERANGE:\(range.count)@\(range.lowerBound)") }
            lines.append(segment.uri)
        }
        return (lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n")
    }

    /// Returns the target duration for the playlists of these renditions, in seconds.
    static func target(of renditions: [RenditionMedia]) -> Int {
        let longest = renditions.flatMap(\.segments).map { microseconds(of: $0) }.max() ?? 0
        return max(1, Int((longest + 500_000) / 1_000_000))
    }

    /// Returns the lowest version that supports the tags (RFC 8216, 7).
    private func version(_ media: RenditionMedia, _ kind: Kind) -> Int {
        if media.header != nil { return kind == .frames ? 5 : 6 }
        return media.segments.contains { $0.range != nil } ? 4 : 3
    }

    /// Returns the duration of a segment. Start and end are rounded instead of the duration, so that no sum is off by
    /// more than one microsecond.
    private static func microseconds(of segment: RenditionMedia.Segment) -> Int64 {
        func rounded(_ ticks: Int64) -> Int64 {
            MediaTime(value: ticks, timescale: ExportPlan.timescale).converted(to: 1_000_000, rounding: .nearest).value
        }
        return rounded(segment.time.upperBound) - rounded(segment.time.lowerBound)
    }

    private static func duration(of segment: RenditionMedia.Segment) -> String {
        let length = microseconds(of: segment)
        let fraction = String(length % 1_000_000)
        return "\(length / 1_000_000)." + String(repeating: "0", count: 6 - fraction.count) + fraction
    }
}

extension String {
    /// The text as a quoted string of a playlist (RFC 8216, 4.2). The format has no escapes, so quotes and control
    /// characters are replaced.
    package var playlistQuoted: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "'"
            case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
