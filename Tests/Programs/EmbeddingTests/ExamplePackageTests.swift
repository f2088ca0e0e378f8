import Foundation
import ReplayTestSupport
import Testing

/// Checks the packages in `Examples`, which depend on this one as any other would.
@Suite(.serialized, .timeLimit(.minutes(30))) struct ExamplePackageTests {
    private let root = ProjectFolder.url

    /// Builds an example against this checkout, in the folder in which the tests were built, so that nothing is built
    /// twice.
    private func build(_ package: String, program: String) throws -> URL {
        let programs = BuiltProgram.folder
        let configuration = programs.lastPathComponent
        let scratch = programs.deletingLastPathComponent().deletingLastPathComponent()
        // The flags of Scripts/test.
        let given = ProcessInfo.processInfo.environment["REPLAY_TESTING"]
        let flags = (given ?? (configuration == "release" ? "-Xswiftc -enable-testing" : ""))
            .split(separator: " ").map(String.init)
        let arguments = [
            "swift", "build", "--package-path", "Examples/\(package)", "--scratch-path", scratch.path, "-c",
            configuration,
            // “swift test” holds the folder's lock while it waits for this test.
            "--ignore-lock",
            // The existing build plan is of another package.
            "--disable-build-manifest-caching",
        ]
        let outcome = try run(arguments + flags, limit: 900)
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        // SwiftPM prints this warning about a flag in libpipewire's pkg-config file, and ignores the flag. It is not
        // needed.
        let said = (outcome.output + outcome.errors)
            .replacing(/warning: prohibited flag\(s\): -D_REENTRANT.*/, with: "")
        #expect(!said.contains("warning:"))
        return programs.appending(path: program)
    }

    @Test("A handler in Swift writes a line for each second, and what the user does")
    func handler() throws { try expectBrightness(from: try build("Handler", program: "Brightness").path) }

    @Test("A handler in Python of less than 60 lines writes the same")
    func pythonHandler() throws {
        let script = ProjectFolder.path("Examples/Handler/brightness.py")
        try expectBrightness(from: script)
        #expect(try String(contentsOfFile: script, encoding: .utf8).split(separator: "\n").count < 60)
    }

    /// Broadcasts a black screen, and expects the lines of the handler.
    private func expectBrightness(from handler: String) throws {
        let place = try Workplace(screen: (320, 180))
        let words = ["--setup", "output=lines.txt", "--name", "Black", "--consent", "--audio", "none"]
        let run = try place.start(["broadcast", handler] + words)
        func lines() -> [String] {
            // The file is not there before the handler has begun.
            let text = try? String(contentsOfFile: place.path("lines.txt"), encoding: .utf8)
            return text?.split(separator: "\n").map(String.init) ?? []
        }
        try place.await("a second line; \(run.errors)") { lines().count >= 2 }
        let changes: [(words: [String], line: String)] = [
            (["mark", "here"], "mark here"), (["broadcast", "pause"], "paused"), (["broadcast", "resume"], "resumed"),
        ]
        for (words, line) in changes {
            #expect(try place.start(words).wait().status == 0)
            try place.await(line) { lines().contains(line) }
        }
        #expect(try place.replay("stop").status == 0)
        let outcome = try run.wait()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let found = lines()
        #expect(found.first == "Black" && found.last == "finished recordingEnded", "\(found)")
        // Black is 16.
        #expect(try #require(found.dropFirst().first).contains(/^0[:.0]+ 16/), "\(found)")
    }

    private func run(_ command: [String], limit: Int = 120) throws -> ChildProcess.Outcome {
        try ChildProcess(command, folder: root).wait(limit: limit)
    }

    @Test("It records what it draws, cuts and exports it with its progress told, and cancels an export")
    func example() throws {
        let place = try Workplace()
        let outcome = try run([try build("Embedding", program: "Embedding").path, place.folder.path])
        try #require(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "kept 2.0 of 3.0 s")
        #expect(lines.count { $0.hasPrefix("rendered ") } > 2)
        #expect(lines.contains { $0.hasPrefix("wrote \(place.path("out.mp4")): ") })
        #expect(lines.last == "cancelled")
        let left = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
        #expect(left.sorted() == ["out.mp4", "recordings"])
        try expectMovie(MediaProbe(path: place.path("out.mp4")))
    }

    /// Expects a second of red and one of blue, each with its pitch.
    private func expectMovie(_ probe: MediaProbe) throws {
        let colours = try probe.colours(x: 20, y: 20)
        // The recorder adds a frame at the end.
        #expect((60...61).contains(colours.count))
        for (time, colour) in colours {
            let isRed = time.seconds < 0.999
            #expect(abs(colour[isRed ? 0 : 2] - 200) < 12 && colour[1] < 12 && colour[isRed ? 2 : 0] < 12, "\(time)")
        }
        let audio = try probe.audio().samples
        #expect(abs(audio.count - 96_000) <= 1024)
        for (start, pitch) in [(0, 400), (48_000, 1200)] {
            let samples = audio[start + 4000..<start + 44_000]
            let rises = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
            #expect(abs(rises - pitch * 40_000 / 48_000) <= 2)
        }
    }
}
