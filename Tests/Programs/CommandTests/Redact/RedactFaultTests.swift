import Foundation
import ReplayTestSupport
import Testing

/// Checks what `replay redact` refuses, what it finds, and what remains if it is killed.
@Suite struct RedactFaultTests {
    private struct Plan: Decodable {
        let removes: [String]
        let exports: [String]
    }

    private struct Report: Decodable {
        let plan: Plan
        let files: Int
        let pieces: Int
    }

    @Test("What cannot be redacted is refused in a sentence, and changes nothing")
    func whatCannotBeRedactedIsRefused() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let before = try place.movieBytes(id)
        let names = try place.names(in: "home/recordings/\(id)")
        try place.replay("redact", "1..2", "320x181+0+0", "--yes").expectComplaint(65, "beyond the frame")
        try place.replay("redact", "1..2", "0x90+0+0", "--yes").expectComplaint(64, "is not a rectangle")
        try place.replay("redact", "1..2", "10x10", "--yes").expectComplaint(64, "is not a rectangle")
        try place.replay("redact", "1..9", "--yes").expectComplaint(65, "lasts 0:03.000")
        try place.replay("redact", "2..2", "--yes").expectComplaint(65, "empty")
        try place.replay("redact", "--yes").expectComplaint(64, "give a range to redact")
        try place.replay("redact", "demo", "--yes").expectComplaint(64, "“replay redact demo 3..5")
        try place.replay("redact", "1..2", "2..3", "--yes").expectComplaint(64, "is not a rectangle")
        try place.replay("redact", "1..2", "--audio", "mic", "--yes").expectComplaint(65, "no separate microphone")
        try place.replay("redact", "1..2", "--audio", "all", "--yes").expectComplaint(65, "no audio")
        try place.replay("redact", "1..2", "--audio", "none", "--yes").expectComplaint(64, "app, mic or all")
        try place.replay("redact", "1..2").expectComplaint(64, "--yes")
        try place.replay("redact", "nobody", "1..2", "--yes").expectComplaint(66, "nobody")
        let lock = place.recordingFolder(id).appending(path: "lock").path
        try place.shell("flock '\(lock)' $REPLAY redact 1..2 --yes").expectComplaint(75, "being recorded")
        #expect(try place.movieBytes(id) == before)
        #expect(try place.names(in: "home/recordings/\(id)") == names)
    }

    @Test("While a recording is redacted, that is its state")
    func stateWhileItIsRedacted() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let folder = place.recordingFolder(id).path
        try #"{"version":1,"step":"writing","files":[]}"#.write(
            toFile: folder + "/redaction.json", atomically: false, encoding: .utf8)
        let held = "flock '\(folder)/lock' $REPLAY"
        #expect(try place.shell("\(held) list").output.contains("  redacting  "))
        #expect(try place.shell("\(held) list --json").output.contains(#""state" : "redacting""#))
        for command in ["export", "cut 1..2", "still"] {
            let outcome = try place.shell("\(held) \(command)")
            #expect(outcome.status == 75 && outcome.errors.contains("it is being redacted"), "\(outcome.errors)")
        }
        // No process redacts the recording any more.
        #expect(try place.replay("list").output.contains("  finished  "))
    }

    @Test("A damaged movie is refused")
    func damagedMovieIsRefused() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        var bytes = try place.movieBytes(id)
        let data = try #require(bytes.range(of: Data("mdat".utf8)))
        bytes[data.upperBound + 2000] ^= 0xFF
        try bytes.write(to: place.recordingFolder(id).appending(path: "movie.mp4"))
        try place.replay("redact", "2..2.5", "--yes").expectComplaint(65, "damaged")
        #expect(try place.movieBytes(id) == bytes)
    }

    @Test("A dry run changes nothing; what was made of the movie goes, and earlier exports are listed")
    func whatWasMadeOfTheMovieGoes() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        try place.result("cut", "0..0.5")
        try place.result("export", id, "-o", "shared.mp4")
        let made = ["proxy.mp4", "part-1.mp4", "movie.damaged.mp4", "levels-1.bin"]
        _ = try place.shell(
            "cd home/recordings/\(id); for f in \(made.joined(separator: " ")); do cp movie.mp4 $f; done")
        let (before, edit) = (try place.movieBytes(id), try place.shell("cat home/recordings/\(id)/edit.json").data)
        let names = try place.names(in: "home/recordings/\(id)")
        let plan: Plan = try place.replay("redact", "1..2", "--dry-run", "--json").json()
        #expect(try place.movieBytes(id) == before && place.names(in: "home/recordings/\(id)") == names)
        #expect(plan.exports.map { URL(fileURLWithPath: $0).lastPathComponent } == ["shared.mp4"])
        #expect(plan.removes.map { URL(fileURLWithPath: $0).lastPathComponent } == made.sorted())
        let text = try place.replay("redact", "1..2", "-n")
        #expect(text.output.contains("shared.mp4") && text.output.contains("GOP"), "\(text.output)")
        let report: Report = try place.replay("redact", "1..2", "--yes", "--json").json()
        #expect(report.plan.exports == plan.exports && report.pieces > 100 && report.files > 3)
        #expect(try place.names(in: "home/recordings/\(id)") == names.filter { !made.contains($0) })
        #expect(try place.shell("cat home/recordings/\(id)/edit.json").data == edit)
    }

    @Test(
        "A redaction whose old movie cannot be overwritten is done, and says so", arguments: ["pwrite", "fdatasync"])
    func cannotBeOverwritten(call: String) throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        place.variables = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.recordingFolder(id).appending(path: "removed.mp4.part").path, "FAULT_CALL": call,
            "FAULT_AT": "1", "FAULT_FOR": "0", "FAULT_ERRNO": "\(EIO)",
        ]
        let outcome = try place.replay("redact", id, "1..2", "--yes")
        #expect(outcome.status == 0 && outcome.output.contains("could not overwrite"), "\(outcome)")
        #expect(try !place.names(in: "home/recordings/\(id)").contains("removed.mp4.part"))
        place.variables = [:]
        let again = try place.replay("redact", id, "2..2.5", "--yes")
        #expect(again.status == 0 && !again.output.contains("could not overwrite"), "\(again)")
    }

    @Test("If a file of the library cannot be read, the error says if the movie is redacted")
    func unreadableFile() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let before = try place.movieBytes(id)
        _ = try place.shell("mkdir home/mine; echo notes > home/mine/notes.txt")
        for number in 1...10 {
            place.variables = [
                "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
                "FAULT_ROOT": place.path("home/mine"), "FAULT_CALL": "openat", "FAULT_AT": "\(number)",
                "FAULT_FOR": "1", "FAULT_ERRNO": "\(EIO)",
            ]
            let outcome = try place.replay("redact", id, "1..2", "--yes")
            #expect(outcome.status != 0, "no call \(number)")
            let isRedacted = try place.movieBytes(id) != before
            let isSaid = outcome.errors.contains("the movie was redacted, but the library could not be searched")
            #expect(isSaid == isRedacted, "\(outcome.errors)")
            if isRedacted { return }
        }
        Issue.record("no call failed after the redaction")
    }

    @Test("A copy of the old movie in the library is found")
    func copyOfTheOldMovieIsFound() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let other = try place.importMovie(.silent)
        // The copy does not start at the movie's beginning, and its file is not one of ours.
        _ = try place.shell("mkdir home/mine; tail -c +1234 home/recordings/\(id)/movie.mp4 > home/mine/notes.txt")
        for recording in [id, other] {
            let output = try place.replay("redact", recording, "1..2", "--yes").output
            #expect(output.contains("home/mine/notes.txt may show the same"), "\(output)")
        }
        _ = try place.shell("rm home/mine/notes.txt")
        try place.result("redact", id, "1..2", "--yes")
    }

    @Test(
        "A full disk leaves the movie as it was",
        .enabled(if: OutputTests.canMount, "no file system can be mounted here"))
    func fullDiskLeavesTheMovie() throws {
        let place = try Workplace()
        try SourceMovie.plain.make(at: place.path("plain.mp4"))
        let run = """
            mount -t tmpfs -o size=1m,mode=700 none disk
            id=$($REPLAY import plain.mp4); cp disk/recordings/$id/movie.mp4 before
            cat /dev/zero > disk/filler 2> /dev/null; truncate -s -20000 disk/filler
            $REPLAY redact 1..2 --yes; s=$?
            cmp before disk/recordings/$id/movie.mp4; ls -A disk/recordings/$id | grep -e redact -e part; exit $s
            """
        try place.shell("mkdir disk; export REPLAY_HOME=$PWD/disk; unshare -m sh -c '\(run)'").expectComplaint(73, "")
    }

    @Test("Killed at any instant, it leaves the old movie or the new one, and can be done again")
    func killedAtAnyInstant() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let redact = ["redact", id, "1..2", "--yes"]
        _ = try place.shell("cp home/recordings/\(id)/movie.mp4 home/recordings/\(id)/proxy.mp4; cp -a home saved")
        let old = try place.movieBytes(id)
        let start = ContinuousClock.now
        #expect(try place.start(redact).wait().status == 0)
        let length = (ContinuousClock.now - start) * 1.1
        let new = try place.movieBytes(id)
        var random = SplitMix64.seeded()
        var counts = [0, 0]
        for _ in 0..<8 {
            _ = try place.shell("rm -rf home; cp -a saved home")
            let run = try place.start(redact)
            usleep(UInt32(length / .microseconds(1) * Double.random(in: 0..<1, using: &random)))
            run.send(SIGKILL)
            _ = try run.wait()
            #expect(try place.replay("list").status == 0)
            let movie = try place.movieBytes(id)
            #expect(movie == old || movie == new)
            counts[movie == new ? 1 : 0] += 1
            // A free lock may remain; so may a journal that was never begun, until the next redaction.
            let names = try place.names(in: "home/recordings/\(id)")
                .filter { $0 != "proxy.lock" && !$0.hasPrefix(".redaction.json.") }
            #expect(names == ["lock", "movie.mp4"] + (movie == old ? ["proxy.mp4"] : []) + ["recording.json"])
            #expect(try place.replay("recover").output.contains("nothing to recover"))
            let again = try place.start(redact).wait()
            #expect(again.status == 0, "\(again.errors)")
            #expect(try place.names(in: "home/recordings/\(id)") == ["lock", "movie.mp4", "recording.json"])
            let numbers = try DecodedMovie(ExportedMovie(place.path("home/recordings/\(id)/movie.mp4"))).frames.numbers
            #expect(numbers == (0..<75).map { (25..<50).contains($0) ? 0 : $0 })
        }
        print("old \(counts[0]), new \(counts[1])")
    }
}
