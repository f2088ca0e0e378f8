import Foundation
import ReplayLibrary
import ReplayMovie
import ReplayTestSupport
import Testing

/// Checks what `replay retention` removes.
@Suite struct RetentionTests {
    private struct Row: Decodable { let id: String }

    private func ids(_ outcome: ChildProcess.Outcome) throws -> [String] {
        #expect(outcome.status == 0, "\(outcome.errors)")
        return try outcome.json([Row].self).map(\.id)
    }

    @Test("Only what was exported goes, the oldest first")
    func onlyWhatWasExportedGoes() throws {
        let place = try Workplace()
        // The recordings may be of the same second. They are then in the order of their ids.
        let ids = try (0..<4).map { _ in try place.importMovie(.silent) }.sorted()
        try place.result("export", ids[0], "a.mp4")
        try place.result("export", ids[2], "--preset", "hls-single", "-o", "c")
        try place.result("export", ids[3], "d.mp4")
        // An export of a part does not count as an export of the recording.
        try place.result("export", ids[1], "0..1", "part.mp4")
        let dry = ["retention", "--last", "1", "--dry-run", "--json"]
        #expect(try self.ids(place.start(dry).wait()) == [ids[0], ids[2]])
        #expect(try self.ids(place.start(dry + ["--unexported"]).wait()) == Array(ids[..<3]))
        try place.replay("retention", "--last", "1").expectComplaint(64, "--yes")
        try place.replay("retention").expectComplaint(64, "--last")
        try place.replay("retention", "--size", "50").expectComplaint(64, "write it as “--size 50GB”")
        // An export that was deleted, or replaced by another file, does not count.
        try FileManager.default.removeItem(atPath: place.path("a.mp4"))
        #expect(try self.ids(place.start(dry).wait()) == [ids[2]])
        #expect(try place.result("retention", "--last", "1", "-y") == ids[2])
        #expect(try place.names(in: "home/recordings") == [ids[0], ids[1], ids[3]].sorted())
        #expect(try place.replay("retention", "--size", "1GB", "-y").output.isEmpty)
        #expect(try place.result("retention", "--size", "0", "-y") == ids[3])
    }

    @Test(
        "A folder that cannot be read ends it, and does not count as empty",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func unreadableFolder() throws {
        let place = try Workplace()
        let ids = try (0..<2).map { _ in try place.importMovie(.silent) }.sorted()
        for id in ids { try place.result("export", id, "\(id).mp4") }
        let size = try place.movieBytes(ids[1]).count / 1000 + 10
        let fault = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.recordingFolder(ids[1]).path, "FAULT_CALL": "openat", "FAULT_FOR": "1",
            "FAULT_ERRNO": "\(EIO)",
        ]
        var failures = 0
        for number in 1...20 {
            place.variables = fault.merging(["FAULT_AT": "\(number)"]) { one, _ in one }
            let outcome = try place.replay("retention", "--size", "\(size)KB", "--dry-run", "--json")
            failures += outcome.status == 0 ? 0 : 1
            if outcome.status == 0 { #expect(try self.ids(outcome) == [ids[0]], "call \(number)") }
        }
        #expect(failures > 0)
    }

    @Test("A batch counts as an export")
    func batchCountsAsAnExport() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let jobs = #"{version: 1, jobs: [{recording: "\#(id)", preset: "original", output: "b.mp4"}]}"#
        try Data(jobs.utf8).write(to: URL(fileURLWithPath: place.path("jobs.json")))
        try place.result("batch", "jobs.json")
        #expect(try place.result("retention", "--size", "0", "-y") == id)
    }

    /// Checks each limit by itself and all at once, on random recordings.
    @Test("What is kept is within every limit, or protected")
    func whatIsKeptIsWithinEveryLimit() {
        var random = SplitMix64.seeded()
        for _ in 0..<300 {
            let now = Date(timeIntervalSince1970: 1e9)
            let candidates = (0..<Int.random(in: 0...20, using: &random)).map { number in
                RetentionPolicy.Candidate(
                    id: RecordingID("r\(number)")!, date: now - .random(in: 0...1e7, using: &random),
                    bytes: .random(in: 0...1000, using: &random), isProtected: .random(using: &random))
            }
            var policy = RetentionPolicy()
            if Bool.random(using: &random) { policy.last = .random(in: 1...10, using: &random) }
            if Bool.random(using: &random) { policy.days = .random(in: 1...100, using: &random) }
            if Bool.random(using: &random) { policy.bytes = .random(in: 0...5000, using: &random) }
            expect(policy, candidates, now)
        }
    }

    private func expect(_ policy: RetentionPolicy, _ candidates: [RetentionPolicy.Candidate], _ now: Date) {
        let removed = Set(policy.removable(of: candidates, at: now))
        let kept = candidates.filter { !removed.contains($0.id) }.sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        #expect(candidates.filter { removed.contains($0.id) }.allSatisfy { !$0.isProtected })
        for (place, candidate) in kept.enumerated() where !candidate.isProtected {
            #expect(policy.last.map { place < $0 } ?? true)
            #expect(policy.days.map { now.timeIntervalSince(candidate.date) <= Double($0) * 86_400 } ?? true)
            #expect(policy.bytes.map { kept[...place].map(\.bytes).reduce(0, +) <= $0 } ?? true)
        }
        if !policy.hasLimit { #expect(removed.isEmpty) }
    }
}
