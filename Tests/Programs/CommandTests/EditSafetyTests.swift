import Foundation
import ReplayTestSupport
import Testing

/// Checks edits that several commands change at once, and edits that do not fit their recording.
@Suite struct EditSafetyTests {
    @Test("Twenty cuts at once are all stored")
    func concurrentCuts() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let cuts = (0..<20).map { "\($0 * 100 + 50)ms..\($0 * 100 + 100)ms" }
        let outcomes = try cuts.map { try place.start(["cut", $0, "-r", id]) }.map { try $0.wait() }
        #expect(outcomes.allSatisfy { $0.status == 0 }, "\(outcomes.map(\.errors))")
        let report: EditsReport = try place.replay("edits", id, "--json").json()
        #expect(report.kept.count == 21)
        #expect(abs(report.duration.seconds - report.editedDuration.seconds - 1) < 0.001)
        for _ in cuts { try place.result("undo", id) }
        try place.replay("undo", id).expectComplaint(65, "nothing to undo")
    }

    @Test("An edit that is locked by a command that hangs is refused with 75")
    func hungCommand() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let folder = place.recordingFolder(id).path
        let outcome = try place.shell(#"flock "\#(folder)" sh -c '"$REPLAY" cut 1..2'"#)
        outcome.expectComplaint(75, "another process is using it")
        try place.result("cut", "1..2")
    }

    @Test("An edit of a longer recording is taken as far as the recording goes, and that is said")
    func longerEdit() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        try place.result("cut", "1..2", "-r", id)
        let edit = place.recordingFolder(id).appending(path: "edit.json")
        let longer = try String(contentsOf: edit, encoding: .utf8)
            .replacing(/"duration" : "\d+\/(\d+)"/) { "\"duration\" : \"\(Int64($0.1)! * 36_000)/\($0.1)\"" }
        try Data(longer.utf8).write(to: edit)
        for preset in ["original", "share-720p"] {
            let outcome = try place.replay("export", id, "--preset", preset, "-o", "\(preset).mp4")
            #expect(outcome.status == 0 && outcome.errors.contains("longer recording"), "\(outcome.errors)")
            #expect(try MediaProbe(path: place.path("\(preset).mp4")).frameTimes(of: "v:0").count < 100)
        }
        #expect(try place.replay("export", id, "--preset", "hls-single", "-o", "hls").status == 0)
        #expect(try place.replay("edits", id).errors.contains("longer recording"))
    }

    @Test("An edit of a movie with larger frames is no edit of this one: nothing is exported that it would have hidden")
    func edgeOfAnotherFrame() throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let other = try place.importMovie(
            SourceMovie("small", "small.mp4", "-f lavfi -i testsrc2=s=160x90:r=25:d=3 \(SourceMovie.x264)"))
        let movie = try place.movieBytes(id)
        for edit in [["blur", "1..2", "100x50+200+100"], ["zoom", "1..2", "320x180+0+0"], ["crop", "200x100+0+0"]] {
            #expect(try place.start(["edit", id] + edit).wait().status == 0)
            try place.movieBytes(other).write(to: place.recordingFolder(id).appending(path: "movie.mp4"))
            for preset in ["original", "share-720p"] {
                try place.replay("export", id, "--preset", preset, "-o", "out.mp4")
                    .expectComplaint(65, "extends beyond the frame, which is 160x90")
            }
            #expect(!place.exists("out.mp4"))
            #expect(try place.replay("undo", id).status == 0)
            try movie.write(to: place.recordingFolder(id).appending(path: "movie.mp4"))
        }
    }

    @Test(
        "On a full disk it is said which file cannot be written, and nothing changes",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"))
    func fullDisk() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        let names = try place.names(in: "home/recordings/\(id)")
        place.variables = [
            "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
            "FAULT_ROOT": place.home.path, "FAULT_CALL": "write", "FAULT_AT": "1", "FAULT_FOR": "0",
            "FAULT_ERRNO": "\(ENOSPC)", "FAULT_COUNT": place.path("count"),
        ]
        try place.replay("cut", "1..2").expectComplaint(73, "/edit.json: the disk is full")
        #expect(try place.names(in: "home/recordings/\(id)") == names)
    }

    @Test("A range that is shorter than a frame shows that frame, with every preset")
    func shorterThanAFrame() throws {
        let place = try Workplace()
        let id = try place.importMovie(.silent)
        _ = try place.shell(
            #"echo '{version: 1, name: "slow", summary: "A frame every ten seconds", video: {frameRate: "1/10", crf: 30, encoderPreset: "veryfast"}, audio: {bitRate: 96000}}' > slow.json"#
        )
        try place.result("trim", id, "--from", "1.001", "--to", "1.009")
        for preset in ["original", "share-1080p", "share-720p", "./slow.json"] {
            let outcome = try place.replay("export", id, "--preset", preset, "-o", "out.mp4", "--force")
            #expect(outcome.status == 0, "\(preset): \(outcome.errors)")
            #expect(try MediaProbe(path: place.path("out.mp4")).frameTimes(of: "v:0").count == 1, "\(preset)")
        }
    }

    @Test("A frame that is shown for ten hours is exported")
    func longFrame() throws {
        let place = try Workplace()
        let source = SourceMovie(
            "ten hours", "long.mkv", "-f lavfi -i testsrc2=s=128x72:r=1:d=2 -vf setpts=N*36000/TB \(SourceMovie.x264)")
        let id = try place.importMovie(source)
        try place.result("export", id, "--preset", "original", "-o", "long.mp4")
        let times = try MediaProbe(path: place.path("long.mp4")).frameTimes(of: "v:0")
        #expect(times.count >= 11)
    }
}
