import HLSPlaylist

/// The rule for row 10: each byte range of an I-frame playlist contains exactly one frame (RFC 8216, 4.3.3.6; Apple 6.1
/// to 6.9). There is one frame per second. The keyframes of the video are allowed, too, with a warning.
struct IFrameRule: HLSRule {
    /// The maximum duration of an entry: one second, and a tolerance for rounding.
    private static let longest = Seconds.milliseconds(1100)
    /// The maximum duration of an entry that is a keyframe of the video: see `KeyframeRule`.
    private static let maxOfVideo = Seconds.milliseconds(2100)

    func findings(in presentation: Presentation) -> [HLSFinding] {
        absence(presentation) + strays(presentation)
            + presentation.iFrames.flatMap { rendition in
                marks(rendition) + density(rendition) + length(of: rendition, in: presentation) + frames(rendition)
            }
    }

    private func absence(_ presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main, main.iFrames.isEmpty,
            presentation.variants.contains(where: \.hasVideo)
        else { return [] }
        return [
            HLSFinding(
                .iFrames, file: main.path, line: main.variants.last?.line,
                found: "no #EXT-X-I-FRAME-STREAM-INF", expected: "an I-frame playlist at least")
        ]
    }

    /// Returns I-frame playlists that are declared as variants.
    private func strays(_ presentation: Presentation) -> [HLSFinding] {
        guard let main = presentation.main else { return [] }
        return main.variants.filter { presentation.rendition(of: $0.uri)?.role == .iFrames }.map { variant in
            HLSFinding(
                .iFrames, file: main.path, line: variant.line, found: "an I-frame playlist as a variant",
                expected: "#EXT-X-I-FRAME-STREAM-INF for it")
        }
    }

    private func marks(_ rendition: Rendition) -> [HLSFinding] {
        guard !rendition.playlist.isIFramesOnly else { return [] }
        return [
            HLSFinding(
                .iFrames, file: rendition.path, line: 1, found: "no #EXT-X-I-FRAMES-ONLY", expected: "it")
        ]
    }

    private func density(_ rendition: Rendition) -> [HLSFinding] {
        let entries = rendition.entries.filter { $0.segment.duration > Self.longest }
        let isSparse = entries.contains { $0.segment.duration > Self.maxOfVideo }
        guard let sparse = entries.max(by: { $0.segment.duration < $1.segment.duration }) else { return [] }
        return [
            HLSFinding(
                .iFrames, severity: isSparse ? .violation : .warning, file: rendition.path, line: sparse.lines.duration,
                found: "a frame for \(sparse.segment.duration), and \(entries.count - 1) more like it",
                expected: "one frame per second")
        ]
    }

    private func length(of rendition: Rendition, in presentation: Presentation) -> [HLSFinding] {
        guard let variant = presentation.variants.first(where: \.hasVideo), !variant.playlist.isLive,
            !rendition.playlist.duration.isWithin(Self.longest, of: variant.playlist.duration)
        else { return [] }
        return [
            HLSFinding(
                .iFrames, file: rendition.path, line: rendition.lines.segments.last?.uri,
                found: "frames for \(rendition.playlist.duration)",
                expected: "\(variant.playlist.duration), as in \(variant.path)")
        ]
    }

    private func frames(_ rendition: Rendition) -> [HLSFinding] {
        rendition.fragmented.compactMap { entry, loaded, segment in
            guard let fault = fault(segment) else { return nil }
            return HLSFinding(
                .iFrames, file: rendition.path, line: entry.lines.uri,
                offset: fault.offset ?? entry.segment.byteRange?.offset ?? 0,
                found: "a range of \(loaded.file) with \(fault.text)", expected: "exactly one frame, an IDR")
        }
    }

    private func fault(_ segment: FragmentedSegment) -> (text: String, offset: Int64?)? {
        if let fault = segment.layout.fault ?? segment.fault { return (fault.found, fault.offset) }
        let count = segment.runs.reduce(0) { $0 + $1.sampleCount }
        guard segment.fragmentCount == 1, count == 1, let run = segment.video else {
            return ("\(count) samples in \(segment.fragmentCount) fragments", segment.runs.first?.offset)
        }
        let isKey = run.keyframes.first.map { $0.kind == nil || $0.kind == .idr } ?? false
        return isKey ? nil : ("a frame that is not an IDR", run.offset)
    }
}
