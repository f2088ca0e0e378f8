import Foundation
import ReplayTestSupport
import Testing

/// Checks that every input must be a regular file. A pipe, whose other end may never be opened, is refused at once.
@Suite(.timeLimit(.minutes(30))) struct IrregularFileTests {
    @Test("A pipe in place of a file is refused in a sentence, and nobody waits for it")
    func pipes() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        try #require(mkfifo(place.path("pipe"), 0o600) == 0)
        let hls = ["export", "--preset", "hls", "-o", "out"]
        let regular = "not a regular file"
        try place.replay("export", "--preset", "./pipe", "-o", "out.mp4").expectComplaint(66, "pipe", regular)
        try place.start(hls + ["--captions", "pipe"]).wait().expectComplaint(66, "pipe", regular)
        try place.start(hls + ["--page", "--hls-js", "pipe"]).wait().expectComplaint(66, "pipe", regular)
        try place.replay("import", "pipe").expectComplaint(65, "pipe")
        try place.replay("batch", "pipe").expectComplaint(66, "pipe", regular)
        let job = "{version: 1, jobs: [{movie: 'a.mp4', "
        for key in ["edit: './pipe'", "preset: './pipe'"] {
            try "\(job)\(key)}]}".write(toFile: place.path("jobs.json"), atomically: true, encoding: .utf8)
            _ = FileManager.default.createFile(atPath: place.path("a.mp4"), contents: Data())
            try place.replay("batch", "jobs.json").expectComplaint(65, "pipe", regular)
        }
    }

    @Test("A file that is too long is refused, and one behind a link is read")
    func lengthAndLink() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        _ = FileManager.default.createFile(atPath: place.path("long"), contents: Data(count: (16 << 20) + 1))
        let hls = ["export", "--preset", "hls", "-o", "out", "--page", "--hls-js"]
        try place.replay("export", "--preset", "./long", "-o", "out.mp4").expectComplaint(
            65, "long", "larger than 1 MiB")
        try place.start(hls + ["long"]).wait().expectComplaint(65, "long", "larger than")
        try Data("let Hls".utf8).write(to: URL(filePath: place.path("hls.js")))
        try FileManager.default.createSymbolicLink(atPath: place.path("link"), withDestinationPath: "hls.js")
        #expect(try place.start(hls + ["link"]).wait().status == 0)
        #expect(try String(contentsOfFile: place.path("out/hls.js"), encoding: .utf8) == "let Hls")
    }
}
