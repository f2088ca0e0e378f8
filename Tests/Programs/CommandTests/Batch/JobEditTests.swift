import Foundation
import ReplayTestSupport
import Testing

/// Checks operations in job files.
@Suite(.timeLimit(.minutes(30))) struct JobEditTests {
    @Test("Operations of a job make what the same commands make, and images are found from the job file's folder")
    func operations() throws {
        let place = try Workplace()
        try place.makeMovies(1)
        try FileManager.default.createDirectory(atPath: place.path("jobs"), withIntermediateDirectories: true)
        let image = place.path("jobs/a logo.png")
        try makeImage("white", at: image)
        let operations = [
            "cut 0.4..0.6", "speed 1..1.4 2x mute", "title 1.6..1.9 top \\\"Chapter one\\\"",
            "zoom 1.4..1.6 80x44+0+0 0.05s",
            "blur 0.1..0.3 100x40+0+40", "mark 1 \\\"Setup\\\"", "crop 150x80+4+4",
        ]
        let lines = (operations + ["cover 0.7..0.9 60x30+80+50 image a logo.png"]).map { "\"\($0)\"" }
        try place.write(
            """
            {version: 1, jobs: [
                {movie: '../m0.mp4', preset: 'original', output: 'out.mp4', edit: [\(lines.joined(separator: ", "))]},
            ]}
            """, to: "jobs/jobs.json")
        func run() throws -> ChildProcess.Outcome {
            try place.replay("batch", "jobs/jobs.json", "--root", "jobs", "--resume")
        }
        let outcome = try run()
        #expect(outcome.status == 0, "\(outcome.errors)")
        let id = try place.result("import", "m0.mp4")
        for operation in operations { try place.result("edit", id, operation.replacing("\\\"", with: "\"")) }
        try place.result("edit", id, "cover", "0.7..0.9", "60x30+80+50", "image", image)
        try place.result("export", id, "--preset", "original", "-o", "alone.mp4")
        #expect(try decoded(place.path("jobs/out.mp4")) == decoded(place.path("alone.mp4")))
        // The same image again: the output is kept. Another image in the same file: it is made again.
        let made = try place.bytes("jobs/out.mp4")
        #expect(try run().status == 0)
        #expect(try place.bytes("jobs/out.mp4") == made)
        try makeImage("black", at: image)
        #expect(try run().status == 0)
        #expect(try place.bytes("jobs/out.mp4") != made)
        try FileManager.default.removeItem(atPath: image)
        try place.write(
            "{version: 1, jobs: [{movie: '../m0.mp4', output: 'b.mp4', edit: ['cover 0..1 image no.png']}]}",
            to: "jobs/b.json")
        try place.write(
            "{version: 1, jobs: [{movie: '../m0.mp4', output: 'c.mp4', edit: ['blur 0..1 200x50+0+0']}]}",
            to: "jobs/c.json")
        let beyond = try place.replay("batch", "jobs/c.json", "--root", "jobs")
        #expect(beyond.status != 0 && beyond.errors.contains("beyond the frame"), "\(beyond.errors)")
        let missing = try place.replay("batch", "jobs/b.json", "--root", "jobs")
        #expect(missing.status != 0 && missing.errors.contains("no.png"), "\(missing.errors)")
    }

    private func decoded(_ path: String) throws -> Data {
        try ExportedMovie(path).decode(["-map", "0:v", "-map", "0:a", "-f", "framemd5"])
    }

    private func makeImage(_ colour: String, at path: String) throws {
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-y", "-nostdin", "-f", "lavfi", "-i", "color=\(colour):s=100x50:r=1:d=1",
            "-frames:v", "1",
            path,
        ])
    }
}
