import ReplayCommandLine

/// What a redaction does, or did, in lines.
enum RedactionText {
    static func lines(_ plan: RedactionPlan) -> [String] {
        plan.tracks.map { "redacts \(line($0))" } + plan.removes.map { "removes \($0)" } + remains(plan)
    }

    static func lines(_ report: RedactionReport) -> [String] {
        report.plan.tracks.map { "redacted \(line($0))" } + report.plan.removes.map { "removed \($0)" } + [
            "read \(report.files) files back, \(ByteCount(report.bytes)): none has any of the \(report.pieces) pieces of what was removed"
        ] + remains(report.plan)
    }

    /// `screen 0:02.000..0:04.000: 60 of 75 packets encoded anew, in 2 GOPs`
    private static func line(_ track: RedactionPlan.Track) -> String {
        let name = track.title ?? (track.gops == nil ? "audio" : "screen")
        let gops = track.gops.map { ", in \($0) \($0 == 1 ? "GOP" : "GOPs")" } ?? ""
        return "\(name) \(track.range): \(track.packets) of \(track.allPackets) packets encoded anew\(gops)"
    }

    private static func remains(_ plan: RedactionPlan) -> [String] {
        plan.exports.map { "leaves the earlier export \($0)" } + [
            "cannot reach other exports and copies, snapshots and backups, and what a disk keeps of blocks it has freed"
        ]
    }
}
