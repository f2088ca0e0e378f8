import Foundation
import ReplayTestSupport
import Testing

/// Checks that no file of the library or of the cache contains a removed packet after `replay redact`, by ffprobe and
/// by a plain search.
@Suite(.timeLimit(.minutes(30))) struct RedactProofTests {
    /// A movie in which no two packets are equal.
    private static let movie = SourceMovie(
        "noise", "noise.mp4",
        "-f lavfi -i testsrc2=s=320x180:r=25:d=3 -f lavfi -i anoisesrc=d=3:r=48000:a=0.3 \(SourceMovie.x264) -c:a aac")

    /// Expects that packets of the range are in these files before, and in no file afterwards.
    /// - Parameter movie: The movie that has the packets; nil for the recording's own.
    private func expectRemoved(
        _ stream: String, of movie: String? = nil, _ id: String, at place: Workplace, in range: Range<Double> = 1..<2,
        heldBy files: [String], _ redact: () throws -> Void
    ) throws {
        let own = place.recordingFolder(id).appending(path: "movie.mp4").path
        let payload = try PacketPayload(of: movie ?? own, stream: stream, in: range)
        #expect(payload.pieces.count > 5)
        let before = try payload.files(below: place.folder)
        #expect(before.count == files.count && zip(before, files).allSatisfy { $0.contains($1) }, "\(before)")
        try redact()
        let left = try payload.files(below: place.folder)
        #expect(left.isEmpty, "\(left)")
    }

    @Test("Frames and audio of a recording")
    func movie() throws {
        for stream in ["v:0", "a:0"] {
            let place = try Workplace()
            let id = try place.importMovie(Self.movie)
            _ = try place.shell("rm noise.mp4")
            try expectRemoved(stream, id, at: place, heldBy: ["movie.mp4"]) {
                try place.result("redact", "1..2", "--yes")
            }
        }
    }

    @Test("A camera’s frames")
    func camera() throws {
        let place = try Workplace()
        let id = try place.makeCameraRecording(camera: "testsrc=n=2")
        try expectRemoved("v:1", id, at: place, in: 1.5..<2, heldBy: ["movie.mp4"]) {
            try place.result("redact", "1.5..2", "--yes")
        }
    }

    @Test("Chunks of an export, where they were planned, in the library and beside an export")
    func chunks() throws {
        let movie = try ChunkedMovie(Self.movie)
        let place = movie.place
        _ = try place.shell("rm noise.mp4")
        try movie.plan("--preset", "original", "--render", "smart")
        try movie.renderAll()
        _ = try place.shell("mkdir home/mine; cp -a \(ChunkedMovie.folder) home/mine/copy")
        let folder = ChunkedMovie.folder
        try expectRemoved(
            "v:0", movie.id, at: place, heldBy: ["home/mine/copy/chunk-00001", "movie.mp4", "\(folder)/chunk-00001"]
        ) { try place.result("redact", "1..2", "--yes") }
        #expect(try place.names(in: ".") == ["home"])
    }

    @Test("What a player shows, and what it left when it was killed")
    func played() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.movie)
        let folder = place.path("cache/replay/play/a")
        _ = try place.shell(
            "rm noise.mp4; mkdir -p \(folder); cp home/recordings/\(id)/movie.mp4 \(folder)/\(id).mp4")
        try expectRemoved("v:0", id, at: place, heldBy: ["cache/replay/play/a", "movie.mp4"]) {
            try place.result("redact", "1..2", "--yes")
        }
    }

    @Test("The proxy of a preview, also while a page is open, which shows what is left then")
    func preview() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.movie)
        let run = try PreviewRun(place)
        try run.awaitProxy(id)
        let socket = try run.socket(watching: id)
        let proxy = place.recordingFolder(id).appending(path: "proxy.mp4")
        let old = try Data(contentsOf: proxy)
        while try isSilent(id, run) { try socket.next("waveform") }
        try expectRemoved("v:0", of: proxy.path, id, at: place, heldBy: ["proxy.mp4"]) {
            try place.result("redact", "1..2", "--yes")
        }
        // The server makes a new proxy of the redacted movie. All later messages are about this proxy.
        while (try? Data(contentsOf: proxy)).map({ $0 == old }) ?? true { try socket.next("recording") }
        let made = try DecodedMovie(ExportedMovie(proxy.path)).frames
        #expect(made.count == 75 && (25..<50).allSatisfy { made.brightest(of: $0, rows: 80) < 40 })
        #expect(try isSilent(id, run))
        #expect(try brightest(of: still(id, run, at: 1.5, in: place)) < 40)
        #expect(try brightest(of: still(id, run, at: 2.5, in: place)) > 200)
    }

    /// True if the waveform of a page is silent in the redacted range.
    private func isSilent(_ id: String, _ run: PreviewRun) throws -> Bool {
        let description = try run.client.description(id)
        let (start, end) = (description.timescale * 11 / 10, description.timescale * 19 / 10)
        let answer = try run.client.get("recordings/\(id)/waveform?track=0&start=\(start)&end=\(end)&columns=50")
        try #require(answer.status == 200)
        return answer.body.allSatisfy { $0 == 0 }
    }

    /// Returns the path of the frame that a page shows at that time.
    private func still(_ id: String, _ run: PreviewRun, at seconds: Double, in place: Workplace) throws -> String {
        let description = try run.client.description(id)
        let time = Int(seconds * Double(description.timescale))
        let answer = try run.client.get(
            "recordings/\(id)/still?revision=\(description.edit.revision)&at=\(time)&format=png")
        try #require(answer.status == 200)
        let path = place.path("still.png")
        try answer.body.write(to: URL(fileURLWithPath: path))
        return path
    }

    /// Returns the brightest pixel in the upper part of an image.
    private func brightest(of path: String) throws -> UInt8 {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg, "-v", "error", "-nostdin", "-i", path, "-vf", "crop=iw:80:0:0", "-f", "rawvideo",
            "-pix_fmt",
            "gray",
            "pipe:1",
        ])
        return bytes.max() ?? 0
    }

    @Test("A clip of the same moment is named, and redacted by itself")
    func clip() throws {
        let place = try Workplace()
        let (id, other) = (try place.importMovie(Self.movie), try place.importMovie(Self.movie))
        _ = try place.shell("rm noise.mp4")
        try expectRemoved(
            "v:0", id, at: place, heldBy: ["movie.mp4", "movie.mp4"]
        ) {
            let first = try place.replay("redact", id, "1..2", "--yes").output
            #expect(first.contains(other) && first.contains("may show the same at 0:00.9"), "\(first)")
            let second = try place.replay("redact", other, "1..2", "--yes").output
            #expect(!second.contains("may show"), "\(second)")
        }
    }

    /// Returns a moving background, with a secret box over it if asked. The keyframes share bytes with those of the
    /// plain background.
    private static func desktop(_ name: String, hasSecret: Bool) -> SourceMovie {
        let box = "drawbox=x=200:y=120:w=96:h=48:c=yellow:t=fill:enable='between(t,1,1.99)'"
        let filters = "testsrc2=s=320x180:r=25:d=3" + (hasSecret ? ",\(box)" : "")
        return SourceMovie(
            name, "\(name).mp4", "-f lavfi -i \(filters) -c:v libx264 -preset ultrafast -qp 20 -aq-mode 0 -g 25")
    }

    @Test("A recording of the same desktop is not accused; one that shows the same box is, with the times")
    func sameDesktop() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.desktop("secret", hasSecret: true))
        let innocent = try place.importMovie(Self.desktop("plain", hasSecret: false))
        let other = try place.importMovie(Self.desktop("copy", hasSecret: true))
        _ = try place.shell("rm *.mp4")
        let movie = place.recordingFolder(id).appending(path: "movie.mp4").path
        let shared = try PacketPayload(of: movie, stream: "v:0", in: 1..<1.04).files(below: place.folder)
        #expect(shared.contains { $0.contains(innocent) }, "no byte of the keyframe is shared: \(shared)")

        struct Report: Decodable {
            struct Finding: Decodable {
                struct Range: Decodable { let start, end: String }
                let recording: String?
                let ranges: [Range]
            }
            let mayShow: [Finding]
            let isWiped: Bool
        }
        let report: Report = try place.replay("redact", id, "1..2", "96x48+200+120", "--yes", "--json").json()
        #expect(report.mayShow.map(\.recording) == [other] && report.isWiped, "\(report)")
        #expect(report.mayShow.first?.ranges.count == 1, "\(report)")
    }

    @Test("A file that somebody put into the recording’s own folder fails the redaction")
    func ownFolder() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.movie)
        _ = try place.shell("cp home/recordings/\(id)/movie.mp4 home/recordings/\(id)/notes.txt")
        try place.replay("redact", id, "1..2", "--yes").expectComplaint(1, "notes.txt", "still contains")
    }
}
