import ReplayCommandLine
import ReplayRedaction

/// The lines that describe a planned or a completed redaction.
enum RedactionText {
    static func lines(_ plan: RedactionPlan) -> [String] {
        plan.tracks.map { "redacts \(line($0))" } + plan.removes.map { "removes \($0)" } + remains(plan)
    }

    static func lines(_ report: RedactionReport) -> [String] {
        report.plan.tracks.map { "redacted \(line($0))" } + report.plan.removes.map { "removed \($0)" } + [
            """
            searched \(report.files) files, \(ByteCount(report.bytes)), for \(report.pieces) pieces of removed content: \
            \(outcome(report))
            """
        ] + report.mayShow.map(line) + wiping(report) + remains(report.plan)
    }

    private static func outcome(_ report: RedactionReport) -> String {
        switch report.mayShow.count {
        case 0: "none shows it"
        case 1: "1 other file may show the same"
        default: "\(report.mayShow.count) other files may show the same"
        }
    }

    /// Returns a line such as `the recording “talk” (2026…) may show the same at 0:01.000 to 0:03.000`.
    private static func line(_ finding: RedactionFinding) -> String {
        let name = finding.recording.map { "the recording “\(finding.name ?? $0)” (\($0))" } ?? finding.path
        let ranges = finding.ranges.map { "\($0.start.timecode()) to \($0.end.timecode())" }.joined(separator: ", ")
        return "\(name) may show the same\(ranges.isEmpty ? "" : " at \(ranges)")"
    }

    private static func wiping(_ report: RedactionReport) -> [String] {
        report.isWiped ? [] : ["could not overwrite the blocks of the old movie; they were only freed"]
    }

    /// Returns a line such as `screen 0:02.000..0:04.000: 60 of 75 packets encoded again, in 2 GOPs`.
    private static func line(_ track: RedactionPlan.Track) -> String {
        let name = track.title ?? (track.gops == nil ? "audio" : "screen")
        let gops = track.gops.map { ", in \($0) \($0 == 1 ? "GOP" : "GOPs")" } ?? ""
        return "\(name) \(track.range): \(track.packets) of \(track.allPackets) packets encoded again\(gops)"
    }

    private static func remains(_ plan: RedactionPlan) -> [String] {
        plan.exports.map { "leaves the earlier export \($0)" } + [
            "cannot reach other exports and copies, snapshots and backups, or the content of freed blocks on the disk"
        ]
    }
}
