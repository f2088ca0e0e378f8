import Foundation
import ReplayTestSupport
import Testing

/// Checks the tables that `make bench` prints, made from fixed numbers. Debian's awk is mawk, Fedora's gawk.
@Suite struct BenchTableTests {
    private static let folder = ProjectFolder.path("Benchmarks")

    private static let awks = ["awk", "mawk", "gawk"].filter { name in
        (try? ChildProcess(["sh", "-c", "command -v \(name)"]).wait().status) == 0
    }

    /// Returns the table that each installed awk makes of these lines. All must print the same.
    private func table(_ name: String, _ lines: [String]) throws -> String {
        let place = try Workplace()
        try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: place.path("numbers")))
        let tables = try Self.awks.map { awk in
            let program = ["-f", "\(Self.folder)/statistics.awk", "-f", "\(Self.folder)/\(name).awk"]
            let outcome = try ChildProcess([awk] + program + [place.path("numbers")]).wait()
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(awk): \(outcome.errors)")
            return outcome.output
        }
        #expect(Set(tables).count == 1)
        return try #require(tables.first)
    }

    /// Expects these words, in this order, after `title` in the line that begins with it.
    private func expect(_ table: String, _ title: String, _ words: [String]) throws {
        let line = try #require(table.split(separator: "\n").first { $0.hasPrefix(title) }, "\(title)\n\(table)")
        let found = line.dropFirst(title.count).split(separator: " ").joined(separator: " ")
        #expect(found == words.joined(separator: " "), "\(title)")
    }

    @Test("The recorder's table has medians, ranges and ratios")
    func recordersTableHasMedians() throws {
        let table = try table(
            "recording",
            [
                "cost still none replay 0.01 20000 30000 1", "cost still none ffmpeg 0.50 90000 99000 60",
                "cost still none replay 0.02 21000 31000 3", "cost still none ffmpeg 0.60 90000 99000 60",
                "cost still none replay 0.03 51000 65000 2", "cost still none ffmpeg 0.70 91000 99000 60",
                "cost still none bare 0.01 1 1 1", "frames 990 1000", "times 6.5", "audio app -41", "audio mic 12.25",
            ].map { $0.replacing("51000 65000", with: "51 65") })
        try expect(
            table, "still   none    0.0200 (0.0100-0.0300)",
            ["0.6000", "(0.5000-0.7000)", "1/30.0", "(23.3-50.0)", "1/40", "MISSED", "2,", "60"])
        try expect(table, "still        0.0200", ["0.0100", "0.0100", "met"])
        try expect(table, "frames got of drawn", ["990", "of", "1000", "(99.00", "%)", ">=", "99", "%", "met"])
        try expect(table, "frames' times, 95th percentile", ["6.50", "ms", "<=", "5", "ms", "MISSED"])
        try expect(table, "audio after video: app", ["-41.0", "ms", "within", "40", "ms", "MISSED"])
        try expect(table, "audio after video: mic", ["12.2", "ms", "within", "40", "ms", "met"])
    }

    @Test("The table of imports holds each movie to its limits")
    func importsTable() throws {
        let table = try table(
            "imports",
            [
                "export obs-replay 2.00 1.50 80000 2460", "export obs-ffmpeg 60.00 40 500000 2460",
                "export obs-smartcut 3.00 3 600000 2459", "wrong obs-replay 0", "wrong obs-smartcut 1",
                "facts obs-replay 2460 2000 0 44.5", "export phone-replay 9.00 5 110000 2460",
                "export phone-ffmpeg 60.00 40 500000 2460", "facts phone-replay 2460 2300 1 39.5",
            ])
        try expect(
            table, "smartcut 1.7",
            "3.00 (3.00-3.00) 3.00 (3.00-3.00) 614 2459 (-1) 1".split(separator: " ").map(String.init))
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("CPU / ffmpeg encoding") }
        #expect(rows.count == 2 && rows[0].hasSuffix("met") && rows[1].hasSuffix("MISSED"), "\(table)")
        let removed = table.split(separator: "\n").filter { $0.hasPrefix("packets of what was removed") }
        #expect(removed.count == 2 && removed[0].hasSuffix("met") && removed[1].hasSuffix("MISSED"))
    }

    @Test("The exports' table compares round by round")
    func exportsTableComparesRoundByRound() throws {
        let table = try table(
            "exports",
            [
                "export copied 1 2 50000 600", "export ffmpeg 60 40 200000 600", "export copied 2 3 60000 600",
                "export ffmpeg 80 50 200000 600", "facts copied 600 590 0 inf", "wrong copied 0",
                "skipped melt is missing",
            ])
        try expect(
            table, "CPU / ffmpeg encoding, audio copied",
            ["<=", "1/50", "1.50", "s", "/", "70.00", "s", "1/48.0", "(40.0-60.0)", "MISSED"])
        try expect(table, "CPU / smartcut, audio copied", ["<=", "1/4", "-", "-", "not", "measured"])
        try expect(table, "peak memory: Replay, one audio track, copied", ["<=", "70", "MB", "61", "MB", "met"])
        try expect(table, "not measured:", ["melt", "is", "missing"])
    }

    @Test("The ladder's table compares with ffmpeg's")
    func laddersTableComparesWithFfmpegs() throws {
        let table = try table(
            "ladder",
            [
                "export encoded 90 50 100000", "export ffmpeg 100 60 300000", "rungs encoded 4 5000000",
                "judged encoded 1 0", "judged ffmpeg 9 0",
            ])
        try expect(
            table, "CPU / ffmpeg, all rungs encoded",
            ["<=", "0.92", "90.0", "s", "/", "100.0", "s", "0.90", "(0.90-0.90)", "met"])
        try expect(table, "violations: Replay, all rungs encoded", ["0", "1", "MISSED"])
    }

    @Test("The batch's table judges time, cost and poisoned jobs")
    func batchsTableJudgesTime() throws {
        let table = try table(
            "batch",
            [
                "alone 200", "batch 105", "cost 100 100 2", "memory 4 510", "slurm 96 100", "poison 100 10 89",
            ])
        try expect(
            table, "seconds / (CPU seconds of all, each alone / 2 cores)",
            ["<=", "1.1", "1.050", "(1.050-1.050)", "met"])
        try expect(
            table, "CPU of the batch and its jobs / of the exports, in pairs",
            ["<=", "1.01", "1.020", "(1.020-1.020)", "MISSED"])
        try expect(
            table, "seconds on Slurm, 30 s chunks / in the local pool", ["<=", "1.05", "0.960", "(0.960-0.960)", "met"])
        try expect(table, "outputs as alone, of 100 jobs, ten poisoned; 10 failed", ["90", "89", "MISSED"])
    }

    @Test("The endurance's table tells growth from a level")
    func endurancesTableTellsGrowthFromALevel() throws {
        let level = (1...40).map { "memory \($0 * 10) 30720 40960" }
        let table = try table("endurance", ["used 0.1"] + level)
        try expect(table, "dirty", ["30.0", "+0", "+0.0", "50", "met"])
        try expect(table, "flat", ["met"])
        let growing = (1...40).map { "memory \($0 * 10) \(30720 + $0 * 512) 40960" }
        try expect(try self.table("endurance", ["used 0.1"] + growing), "flat", ["MISSED"])
        let short = try self.table("endurance", ["used 0.1"] + growing.prefix(20))
        try expect(short, "flat", ["too", "short", "to", "tell"])
    }
}
