import HLSPlaylist
import ReplayLibrary
import ReplayMovie

/// The rule for row 4: decoding times are contiguous across segments. The first video frame and the first audio are at
/// 0, and an edit list only moves the start (RFC 8216, 3.3; ISO/IEC 14496-12, 8.6.6 and 8.8.12; Apple 7.2).
struct TimestampRule: HLSRule {
    private static let tolerance = Seconds.milliseconds(1)
    /// The earliest start of audio. The priming of an encoder is at most a few frames.
    private static let priming = Seconds.milliseconds(-200)

    func findings(in presentation: Presentation) -> [HLSFinding] {
        presentation.timed.flatMap { continuity($0) + start($0) + edits($0) }
            + presentation.iFrames.flatMap { start($0) + edits($0) }
    }

    private func continuity(_ rendition: Rendition) -> [HLSFinding] {
        var ends: [UInt32: Int64] = [:]
        var findings: [HLSFinding] = []
        for (entry, loaded, segment) in rendition.fragmented {
            if entry.segment.isDiscontinuous { ends = [:] }
            for run in segment.runs {
                if let end = ends[run.track.id], end != run.decodeStart {
                    let distance = run.time(run.decodeStart - end)
                    findings.append(
                        HLSFinding(
                            .timestamps, file: loaded.file, offset: run.offset,
                            found: "a tfdt of tick \(run.decodeStart), \(distance) off",
                            expected: "tick \(end), where the previous segment ends"))
                }
                if let gap = run.gap { findings.append(HLSFinding(.timestamps, file: loaded.file, fault: gap)) }
                ends[run.track.id] = run.decodeEnd
            }
        }
        return findings
    }

    private func start(_ rendition: Rendition) -> [HLSFinding] {
        guard rendition.playlist.mediaSequence ?? 0 == 0, !rendition.playlist.isLive,
            let (_, loaded, segment) = rendition.fragmented.first, segment.runs.isEmpty == false,
            case .fragmented? = rendition.segments.first?.content
        else { return [] }
        return segment.runs.filter { !isAtZero($0) }.map { run in
            HLSFinding(
                .timestamps, file: loaded.file, offset: run.offset,
                found: "a first timestamp of \(run.time(run.start))", expected: "0")
        }
    }

    private func isAtZero(_ run: TrackRun) -> Bool {
        let start = run.time(run.start)
        return run.track.kind == .audio
            ? start <= Self.tolerance && start >= Self.priming : start.isWithin(Self.tolerance, of: .zero)
    }

    private func edits(_ rendition: Rendition) -> [HLSFinding] {
        rendition.maps.values.map(\.movie).sorted { $0.file < $1.file }.flatMap { movie in
            movie.tracks.filter { $0.edits.count > 1 || $0.edits.contains(where: \.isEmpty) }.map { track in
                let empty = track.edits.count(where: \.isEmpty)
                return HLSFinding(
                    .timestamps, file: movie.file, offset: movie.layout.boxes.first { $0.type == "moov" }?.offset,
                    found: "an edit list of \(track.edits.count) entries for track \(track.id), \(empty) of them empty",
                    expected: "at most one entry, not empty")
            }
        }
    }
}
