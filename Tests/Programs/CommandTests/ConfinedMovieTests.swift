import Foundation
import ReplayTestSupport
import Testing

/// Commands that read imported movies, whose decoders run in a sandbox.
struct ConfinedMovieTests {
    /// A place in which the starts of workers are logged, and a complete sandbox is required.
    private func place() throws -> Workplace {
        let place = try Workplace()
        try place.logWorkers()
        return place
    }

    /// Runs a command and returns the number of workers that it started.
    private func workers(_ place: Workplace, _ arguments: [String]) throws -> Int {
        place.clearWorkerLog()
        let outcome = try place.start(arguments).wait()
        #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
        return place.workers.count
    }

    @Test(arguments: [
        ["export", "-o", "smart.mp4"], ["export", "--render", "full", "-o", "full.mp4"], ["export", "-o", "sound.m4a"],
        ["export", "--preset", "hls-single", "-o", "hls"], ["export", "-o", "moving.gif"],
        ["still", "1", "-o", "still.png"], ["redact", "1..1.5", "--yes"],
        ["edit", "autozoom", "--dry-run"],
    ])
    func `A command that decodes an imported movie does so in a sandbox`(_ arguments: [String]) throws {
        let place = try place()
        _ = try place.importMovie()
        #expect(try place.replay("cut", "0.5..0.9").status == 0)
        let count = try workers(place, arguments)
        // Each start takes time, so a command that does not redact opens the movie once.
        #expect(arguments[0] == "redact" ? count > 0 : count == 1)
    }

    /// The streams are known from the import, so these commands cost no other process.
    @Test(arguments: [
        ["info"], ["export", "--explain"], ["cut", "1..1.2"], ["edit", "title", "0.1..0.3", "Hello"], ["edits"],
        ["list"],
    ])
    func `A command that decodes nothing starts no worker`(_ arguments: [String]) throws {
        let place = try place()
        _ = try place.importMovie()
        #expect(try workers(place, arguments) == 0)
    }

    @Test func `What is exported does not depend on the sandbox`() throws {
        let place = try place()
        _ = try place.importMovie()
        #expect(try place.replay("cut", "0.5..0.9").status == 0)
        for (render, name) in [("full", "full.mp4"), ("smart", "smart.mp4")] {
            let rest = "--render \(render) --receipt"
            #expect(try place.shell("$REPLAY export \(rest) \(name).json -o \(name)").status == 0)
            // Without `replay-media` beside it, a program decodes in its own process.
            let variables = "PATH=/usr/bin:/bin REPLAY_MEDIA= REPLAY_REQUIRE_SANDBOX="
            let outcome = try place.shell(
                "cp \"$REPLAY-media\" alone && \(variables) ./alone export \(rest) alone-\(name).json -o alone-\(name)")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let (one, other) = (MediaProbe(path: place.path(name)), MediaProbe(path: place.path("alone-" + name)))
            for stream in ["v:0", "a:0"] { #expect(try one.packetHashes(of: stream) == other.packetHashes(of: stream)) }
            let (confined, alone) = (try receipt(place, name + ".json"), try receipt(place, "alone-\(name).json"))
            #expect(confined.sandbox == ["landlock", "seccomp"] && alone.sandbox == [])
            #expect(confined.rest == alone.rest)
        }
    }

    @Test func `A signal ends an export whose decoder stands still`() throws {
        let place = try place()
        let (export, worker) = try stoppedExport(in: place)
        export.send(SIGTERM)
        let outcome = try export.wait()
        #expect(outcome.status == 143 && outcome.errors.contains("cancelled"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: place.path("out.mp4")))
        try place.await("the end of the worker") { kill(worker, 0) != 0 }
    }

    @Test func `An export whose decoder stands still ends after half a minute`() throws {
        let place = try place()
        let (export, worker) = try stoppedExport(in: place)
        let outcome = try export.wait()
        #expect(outcome.status == 65 && outcome.errors.contains("its decoder did not end"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: place.path("out.mp4")))
        try place.await("the end of the worker") { kill(worker, 0) != 0 }
    }

    /// Starts an export and stops its decoder.
    private func stoppedExport(in place: Workplace) throws -> (export: ChildProcess, worker: pid_t) {
        let movie = SourceMovie("long", "long.mp4", "-f lavfi -i testsrc2=s=960x540:r=30:d=8 \(SourceMovie.x264)")
        _ = try place.importMovie(movie)
        try PresetFileTests.slow(maxWidth: 960).write(
            toFile: place.path("slow.json"), atomically: true, encoding: .utf8)
        place.clearWorkerLog()
        let export = try place.start(["export", "--json", "--preset", "slow.json", "-o", "out.mp4"])
        try export.awaitOutput()
        let worker = try #require(place.workers.first)
        #expect(kill(worker, SIGSTOP) == 0)
        return (export, worker)
    }

    private func receipt(_ place: Workplace, _ name: String) throws -> (sandbox: [String]?, rest: NSDictionary) {
        let data = try Data(contentsOf: URL(filePath: place.path(name)))
        var receipt = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let sandbox = receipt.removeValue(forKey: "sandbox") as? [String]
        return (sandbox, NSDictionary(dictionary: receipt))
    }
}
