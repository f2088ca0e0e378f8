import FoundationEssentials
package import HLSPlaylist
import ReplayRendering

/// The segments of a rendition that viewers can fetch now, and their parts. A pure value.
///
/// Times are in ticks of 1/90,000 s.
package struct LiveWindow: Sendable {
    /// A part of a segment.
    struct Part: Sendable {
        let duration: Int64
        /// True if it begins with a keyframe.
        let isIndependent: Bool
        /// The range in the spool.
        let range: Range<Int64>
        /// The range of the keyframe with which it begins; nil if it is not independent, or has no video.
        let keyframe: Range<Int64>?
    }

    /// A segment. Only the last one may be incomplete.
    struct Segment: Sendable {
        /// The media sequence number.
        let number: Int
        let start: Int64
        /// The date of its start.
        let date: Date
        /// True if the time before it is missing.
        let isDiscontinuous: Bool
        var parts: [Part] = []
        var isComplete = false

        var duration: Int64 { parts.reduce(0) { $0 + $1.duration } }
        /// The range in the spool, empty before the first part.
        var range: Range<Int64> { (parts.first?.range.lowerBound ?? 0)..<(parts.last?.range.upperBound ?? 0) }
    }

    /// The place of a part: the number of its segment, and its index there.
    package struct Place: Hashable, Sendable {
        package let segment: Int
        package let part: Int

        package init(segment: Int, part: Int) { (self.segment, self.part) = (segment, part) }
    }

    private(set) var segments: [Segment] = []
    /// The number of discontinuities in removed segments.
    private(set) var discontinuitySequence = 0
    /// True if no part will be added.
    package private(set) var isEnded = false
    /// The duration of complete segments to keep.
    private let length: Int64

    /// The target durations of playlists, in seconds: of segments, which end at the keyframes every two seconds, and of
    /// parts, in ticks.
    static let (target, partTarget) = (3, Int64(29_700))
    /// The number of target durations for which playlists list parts (draft-pantos-hls-rfc8216bis, 6.2.2).
    private static let partAge = 3
    /// The number of target durations after which a delta update leaves segments out (4.4.3.8).
    private static let skipAge = 6
    static let headerName = "header.mp4"

    /// - Parameter length: The duration of complete segments to keep; at least 30 s.
    package init(length: Int64) { self.length = length }

    /// Begins a segment. The last one must be complete, or have no parts: then this one takes its place.
    mutating func begin(at start: Int64, date: Date, isDiscontinuous: Bool) {
        let unused = segments.last?.parts.isEmpty ?? false ? segments.popLast() : nil
        segments.append(
            Segment(
                number: (segments.last?.number ?? -1) + 1, start: start, date: date,
                isDiscontinuous: isDiscontinuous || unused?.isDiscontinuous ?? false))
    }

    /// Adds a part to the last segment. The last part of a segment completes it in the same step: a playlist between the
    /// two would hint at a part that never comes.
    mutating func append(_ part: Part, completesSegment: Bool) {
        guard let last = segments.indices.last else { return }
        segments[last].parts.append(part)
        segments[last].isComplete = completesSegment
        if completesSegment { removeOldSegments() }
    }

    private mutating func removeOldSegments() {
        while let first = segments.first, end - (first.start + first.duration) >= length {
            if first.isDiscontinuous { discontinuitySequence += 1 }
            segments.removeFirst()
        }
    }

    /// The offset in the spool before which nothing is needed.
    var neededOffset: Int64 { segments.first?.range.lowerBound ?? 0 }

    mutating func finish() { isEnded = true }

    /// True if viewers can begin to play.
    var isPlayable: Bool { segments.contains { !$0.parts.isEmpty } }

    /// The last part; nil if there is none.
    package var lastPart: Place? {
        segments.last { !$0.parts.isEmpty }.map { Place(segment: $0.number, part: $0.parts.count - 1) }
    }

    /// The part that will be added next.
    package var nextPart: Place {
        guard let last = segments.last else { return Place(segment: 0, part: 0) }
        return last.isComplete
            ? Place(segment: last.number + 1, part: 0) : Place(segment: last.number, part: last.parts.count)
    }

    /// Returns the range of a segment in the spool; nil if it is incomplete, or not in the window.
    package func range(ofSegment number: Int) -> Range<Int64>? {
        segment(number).flatMap { $0.isComplete ? $0.range : nil }
    }

    /// Returns the range of a part in the spool; nil if it is not in the window.
    package func range(of place: Place) -> Range<Int64>? {
        segment(place.segment).flatMap { $0.parts.indices.contains(place.part) ? $0.parts[place.part].range : nil }
    }

    /// Returns the range of the keyframe of a complete segment.
    package func keyframe(ofSegment number: Int) -> Range<Int64>? {
        segment(number).flatMap { $0.isComplete ? $0.parts.first?.keyframe : nil }
    }

    private func segment(_ number: Int) -> Segment? {
        guard let first = segments.first?.number, segments.indices.contains(number - first) else { return nil }
        return segments[number - first]
    }

    /// Returns true if a playlist would contain a segment, or one of its parts or a later one
    /// (draft-pantos-hls-rfc8216bis, 6.2.5.2).
    /// - Parameter part: The index of the part, or nil for the complete segment.
    package func contains(segment number: Int, part: Int?) -> Bool {
        guard let last = segments.last else { return false }
        if last.number != number { return last.number > number }
        return last.isComplete || part.map { last.parts.count > $0 } ?? false
    }

    /// Returns the playlist.
    /// - Parameters:
    ///   - isDelta: True to leave out old segments.
    ///   - reports: The ends of the other renditions.
    package func playlist(isDelta: Bool, reports: [RenditionReport]) -> MediaPlaylist {
        var playlist = header
        let complete = segments.filter(\.isComplete)
        let skipped = isDelta && !isEnded ? skippable(complete) : 0
        playlist.skippedSegments = skipped
        playlist.segments = complete[skipped...].map { entry(of: $0) }
        if let last = segments.last, !last.isComplete, !last.parts.isEmpty {
            var pending = PendingSegment()
            (pending.parts, pending.map) = (parts(of: last), Self.map)
            (pending.isDiscontinuous, pending.programDateTime) = (last.isDiscontinuous, Self.text(last.date))
            playlist.pending = pending
        }
        playlist.isEnded = isEnded
        if !isEnded {
            playlist.preloadHints = [PreloadHint(type: "PART", uri: Self.uri(of: nextPart))]
            playlist.renditionReports = reports
        }
        playlist.version = playlist.versionNeed.version
        return playlist
    }

    /// True if a segment is complete.
    package var hasSegment: Bool { segments.contains(where: \.isComplete) }

    /// The I-frame playlist: the keyframes of the complete segments. It has no parts.
    var framePlaylist: MediaPlaylist {
        var playlist = header
        playlist.partTarget = nil
        playlist.serverControl?.partHoldBack = nil
        playlist.serverControl?.canSkipUntil = nil
        (playlist.isIFramesOnly, playlist.hasIndependentSegments, playlist.isEnded) = (true, false, isEnded)
        playlist.segments = segments.filter(\.isComplete).map { segment in
            var entry = entry(of: segment)
            entry.map = MediaMap(uri: "../video/" + Self.headerName, range: nil)
            (entry.parts, entry.programDateTime) = ([], nil)
            return entry
        }
        playlist.version = playlist.versionNeed.version
        return playlist
    }

    private var header: MediaPlaylist {
        var playlist = MediaPlaylist()
        var control = ServerControl()
        control.canBlockReload = true
        control.partHoldBack = Self.seconds(Self.partTarget * 3)
        control.holdBack = .milliseconds(Int64(Self.target) * 3000)
        control.canSkipUntil = .milliseconds(Int64(Self.target * Self.skipAge) * 1000)
        (playlist.serverControl, playlist.partTarget) = (control, Self.seconds(Self.partTarget))
        (playlist.targetDuration, playlist.hasIndependentSegments) = (Self.target, true)
        playlist.mediaSequence = segments.first?.number ?? 0
        playlist.discontinuitySequence = discontinuitySequence
        return playlist
    }

    private static let map = MediaMap(uri: headerName, range: nil)

    private var end: Int64 { segments.last.map { $0.start + $0.duration } ?? 0 }

    /// The number of segments that are older than `skipAge`.
    private func skippable(_ complete: [Segment]) -> Int {
        let age = Int64(Self.target * Self.skipAge) * Int64(ExportPlan.timescale)
        return complete.prefix { $0.start + $0.duration <= end - age }.count
    }

    private func entry(of segment: Segment) -> PlaylistSegment {
        var entry = PlaylistSegment(uri: "\(segment.number).m4s", duration: Self.seconds(segment.duration))
        entry.map = Self.map
        entry.isDiscontinuous = segment.isDiscontinuous
        entry.programDateTime = Self.text(segment.date)
        let age = Int64(Self.target * Self.partAge) * Int64(ExportPlan.timescale)
        if !isEnded, segment.start + segment.duration > end - age { entry.parts = parts(of: segment) }
        return entry
    }

    private func parts(of segment: Segment) -> [PlaylistPart] {
        segment.parts.enumerated().map { index, part in
            let uri = Self.uri(of: Place(segment: segment.number, part: index))
            var entry = PlaylistPart(uri: uri, duration: Self.seconds(part.duration))
            entry.isIndependent = part.isIndependent
            return entry
        }
    }

    static func uri(of place: Place) -> String { "\(place.segment).\(place.part).m4s" }

    private static func seconds(_ ticks: Int64) -> Seconds { Seconds(ticks: ticks, timescale: ExportPlan.timescale) }

    private static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }

    /// The keyframes, to measure their bit rate.
    func frameMedia(_ name: String, codec: String) -> RenditionMedia {
        let list = measured.map {
            RenditionMedia.Segment(
                uri: "\($0.number).m4s", range: nil, size: $0.parts.first?.keyframe?.count ?? 0,
                time: $0.start..<$0.start + $0.duration)
        }
        return RenditionMedia(name: name, codec: codec, header: ("../video/" + Self.headerName, nil), segments: list)
    }

    /// The segments whose bit rate is known. While none is complete, the parts count as a segment.
    private var measured: [Segment] {
        let complete = segments.filter(\.isComplete)
        return complete.isEmpty ? segments.filter { !$0.parts.isEmpty } : complete
    }

    /// The rendition's segments, to measure its bit rate.
    func media(_ name: String, codec: String) -> RenditionMedia {
        let list = measured.map {
            RenditionMedia.Segment(
                uri: "\($0.number).m4s", range: nil, size: $0.range.count, time: $0.start..<$0.start + $0.duration)
        }
        return RenditionMedia(name: name, codec: codec, header: (Self.headerName, nil), segments: list)
    }
}
