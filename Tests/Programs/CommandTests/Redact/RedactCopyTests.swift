import Foundation
import ReplayTestSupport
import Testing

/// Checks `replay redact` if a recording has a camera, if copies of the recording exist, and if it was killed between
/// two steps.
@Suite struct RedactCopyTests {
    @Test("The camera is black in a fully redacted range, and unchanged if only a rectangle is redacted")
    func camera() throws {
        let place = try Workplace()
        let id = try place.makeCameraRecording()
        let redacted = try RedactedMovie(id, at: place) {
            try place.result("redact", "1.2..1.4", "320x90+0+0", "--yes")
        }
        let cameras = try [redacted.before, redacted.after].map { try PacketFacts.packets(of: $0, stream: "v:1") }
        #expect(!cameras[0].isEmpty && cameras[0].map(\.hash) == cameras[1].map(\.hash))
        try place.result("redact", "1.5..2", "--yes")
        let movie = place.recordingFolder(id).appending(path: "movie.mp4").path
        let bright = try brightness(of: movie)
        // The camera begins after a second.
        #expect(bright.count == 50)
        for (number, value) in bright.enumerated() {
            let isRedacted = (13..<25).contains(number)
            // The frame on the screen at 1.5 s may have begun earlier.
            if number != 12 { #expect(isRedacted ? value < 34 : value > 220, "frame \(number): \(value)") }
        }
    }

    /// Returns the luma at the centre of each camera frame.
    private func brightness(of movie: String) throws -> [UInt8] {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", movie, "-map", "0:v:1", "-fps_mode", "passthrough",
            "-f",
            "rawvideo",
            "-pix_fmt", "gray", "pipe:1",
        ])
        let size = 160 * 120
        return stride(from: size / 2 + 80, to: bytes.count, by: size).map { bytes[bytes.startIndex + $0] }
    }

    @Test("Chunks of an export that is not done go with it")
    func chunks() throws {
        let movie = try ChunkedMovie()
        let place = movie.place
        try movie.plan("--preset", "original", "--render", "smart")
        try movie.render([0])
        #expect(try place.names(in: ".").contains(ChunkedMovie.folder))
        _ = try place.shell("cp -a \(ChunkedMovie.folder) home/elsewhere.chunks")
        let plan = try place.result("redact", movie.id, "1..2", "--dry-run")
        #expect(plan.contains("elsewhere.chunks") && plan.contains("/out.mp4.chunks"), "\(plan)")
        #expect(try place.names(in: ".").contains(ChunkedMovie.folder))
        try place.result("redact", movie.id, "1..2", "--yes")
        #expect(try !place.names(in: "home").contains("elsewhere.chunks"))
        #expect(try !place.names(in: ".").contains(ChunkedMovie.folder))
    }

    @Test("Chunks that the recording has noted and whose plan is damaged keep it from being redacted: they would stay")
    func damagedPlan() throws {
        let movie = try ChunkedMovie()
        let place = movie.place
        try movie.plan("--preset", "original", "--render", "smart")
        try movie.render([0])
        let before = try (place.movieBytes(movie.id), place.names(in: ChunkedMovie.folder))
        _ = try place.shell("echo '{' > \(ChunkedMovie.folder)/plan.json")
        for option in ["--dry-run", "--yes"] {
            let outcome = try place.replay("redact", movie.id, "1..2", option)
            outcome.expectComplaint(65, "/out.mp4.chunks/plan.json cannot be used: ")
        }
        #expect(try place.movieBytes(movie.id) == before.0 && place.names(in: ChunkedMovie.folder) == before.1)
        _ = try place.shell("rm -r \(ChunkedMovie.folder)")
        try place.result("redact", movie.id, "1..2", "--yes")
    }

    @Test(
        "Whatever call fails by which a copy is read or removed: that is told, or the copy is gone",
        .enabled(if: PreloadedLibrary.canBeCompiled, "there is no C compiler"),
        arguments: ["chunks": "openat", "removal": "unlink", "play": "openat"])
    func unreadableCopy(copy: String, call: String) throws {
        let movie = try ChunkedMovie()
        let place = movie.place
        try movie.plan("--preset", "original", "--render", "smart")
        try movie.render([0])
        let played = "cache/replay/play"
        _ = try place.shell(
            "mkdir -p \(played)/a; cp home/recordings/\(movie.id)/movie.mp4 \(played)/a/\(movie.id).mp4")
        let folder = copy == "play" ? played : ChunkedMovie.folder
        let bytes = try place.movieBytes(movie.id)
        var failures = 0
        for number in 1...40 {
            place.variables = [
                "LD_PRELOAD": try PreloadedLibrary.faults.path(), "FAULT_PROGRAM": "replay-media",
                "FAULT_ROOT": place.path(folder), "FAULT_CALL": call, "FAULT_AT": "\(number)", "FAULT_FOR": "1",
                "FAULT_ERRNO": "\(EACCES)",
            ]
            let outcome = try place.replay("redact", movie.id, "1..2", "--yes")
            place.variables = [:]
            guard outcome.status != 0 else {
                #expect(try !place.names(in: ".").contains(ChunkedMovie.folder), "call \(number)")
                #expect(try !place.names(in: played).contains("a"), "call \(number)")
                #expect(failures > 0)
                return
            }
            failures += 1
            #expect(outcome.errors.contains(place.path(folder)), "\(outcome.errors)")
            #expect(outcome.errors.contains("permission denied"), "\(outcome.errors)")
            let isSaid = outcome.errors.contains("the movie was redacted, but the library could not be searched")
            #expect(try (place.movieBytes(movie.id) != bytes) == isSaid, "\(outcome.errors)")
            if isSaid { return }
        }
        Issue.record("every call failed")
    }

    @Test("A chunk that is being made keeps a recording from being redacted: it would stay")
    func unfinishedChunk() throws {
        let movie = try ChunkedMovie()
        let place = movie.place
        try movie.plan("--preset", "original", "--render", "smart")
        let before = try place.movieBytes(movie.id)
        // As another machine names it: whether that one still writes it cannot be seen.
        let name = ".replay-00000001-00000001-0123456789abcdef.part"
        _ = try place.shell("cp home/recordings/\(movie.id)/movie.mp4 \(ChunkedMovie.folder)/\(name)")
        let outcome = try place.replay("redact", movie.id, "1..2", "--yes")
        #expect(outcome.status != 0 && outcome.errors.contains("\(ChunkedMovie.folder)/\(name)"), "\(outcome.errors)")
        #expect(try place.movieBytes(movie.id) == before)
    }

    @Test("What a player that was killed has left of it goes with it")
    func played() throws {
        let place = try Workplace()
        let (id, other) = (try place.importMovie(.plain), try place.importMovie(PointerTests.gray))
        for (folder, name) in [("a", id), ("b", other)] {
            let path = place.path("cache/replay/play/\(folder)")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let movie = place.recordingFolder(name).appending(path: "movie.mp4").path
            try FileManager.default.copyItem(atPath: movie, toPath: "\(path)/\(name).mp4")
        }
        try place.result("redact", id, "1..2", "--yes")
        #expect(try place.names(in: "cache/replay/play") == ["b"])
    }

    /// A step after which the redaction may be killed. The test recreates the folder's state at that point.
    enum Step: String, CaseIterable {
        case noted, linked, renamed, wiped
    }

    @Test("Killed after any step of replacing the movie, it is completed by the next command", arguments: Step.allCases)
    func killed(after step: Step) throws {
        let place = try Workplace()
        let id = try place.importMovie(.plain)
        let folder = "home/recordings/\(id)"
        _ = try place.shell("cp \(folder)/movie.mp4 \(folder)/proxy.mp4; cp -a home saved")
        try place.result("redact", id, "1..2", "--yes")
        let new = try place.movieBytes(id)
        let names = try place.names(in: folder)
        // The files are as they were after that step.
        let journal = #"{"version": 1, "step": "replacing", "files": ["proxy.mp4"]}"#
        let steps = [
            "cp -a saved/recordings/\(id)/. \(folder)", "cp new.mp4 \(folder)/redacted.mp4.part",
            "rm \(folder)/proxy.mp4; ln \(folder)/movie.mp4 \(folder)/removed.mp4.part",
            "mv \(folder)/redacted.mp4.part \(folder)/movie.mp4", "rm \(folder)/removed.mp4.part",
        ]
        let count = 2 + (Step.allCases.firstIndex(of: step) ?? 0)
        try new.write(to: URL(fileURLWithPath: place.path("new.mp4")))
        for line in steps.prefix(count) { _ = try place.shell(line) }
        try Data(journal.utf8).write(to: URL(fileURLWithPath: place.path("\(folder)/redaction.json")))
        #expect(try place.replay("list").status == 0)
        #expect(try place.movieBytes(id) == new)
        #expect(try place.names(in: folder) == names)
        #expect(try place.replay("export", id, "--preset", "original", "-o", "out.mp4").status == 0)
        let numbers = try ExportedMovie(place.path("out.mp4")).numbers()
        #expect(numbers == (0..<75).map { (25..<50).contains($0) ? 0 : $0 })
    }
}
