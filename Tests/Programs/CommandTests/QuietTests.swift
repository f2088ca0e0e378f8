import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks `replay trim --idle` and `--silence` on movies of other programs.
@Suite(.timeLimit(.minutes(30))) struct QuietTests {
    /// A movie that moves for two seconds, is still for four, and moves for two. A tone is audible from 0 s to 1 s and
    /// from 4 s to 5 s.
    private static let movie = SourceMovie(
        "still", "still.mp4",
        "-f lavfi -i testsrc2=s=320x180:r=25:d=8,select='not(between(t,2.01,5.99))',fps=25 "
            + "-f lavfi -i sine=440:r=48000:d=8,volume='if(lt(t,1)+between(t,4,5),1,0.01)':eval=frame "
            + "-c:v libx264 -preset veryfast -g 50 -c:a aac")

    private struct Report: Decodable {
        let ranges: [TimeRange]
        let speed: String?
        let editedDuration, newDuration: MediaTime
    }

    private func place() throws -> Workplace {
        let place = try Workplace()
        _ = try place.importMovie(Self.movie)
        return place
    }

    private func report(_ place: Workplace, _ arguments: String...) throws -> Report {
        try place.start(["trim", "--dry-run", "--json"] + arguments).wait().json()
    }

    private func expect(
        _ ranges: [TimeRange], _ wanted: [(Double, Double)], within tolerance: Double = 0.1,
        _ location: SourceLocation = #_sourceLocation
    ) {
        #expect(ranges.count == wanted.count, "\(ranges)", sourceLocation: location)
        for (range, wanted) in zip(ranges, wanted) {
            #expect(abs(range.start.seconds - wanted.0) < tolerance, "\(ranges)", sourceLocation: location)
            #expect(abs(range.end.seconds - wanted.1) < tolerance, "\(ranges)", sourceLocation: location)
        }
    }

    @Test("What is still and silent is found by the sizes of the frames, and by the audio")
    func found() throws {
        let place = try place()
        expect(try report(place, "--idle", "0.5s").ranges, [(2.2, 3.8), (5.2, 5.8)])
        expect(try report(place, "--idle", "1.5s", "--margin", "0s").ranges, [(2, 4)])
        expect(try report(place, "--silence", "-40dB,0.5s").ranges, [(1.2, 3.8), (5.2, 8)])
        expect(try report(place, "--silence", "1s", "--margin", "500ms").ranges, [(1.5, 3.5), (5.5, 8)])
        // The quiet tone between is louder than -60 dB.
        #expect(try report(place, "--silence", "-60dB").ranges.isEmpty)
        let faster = try report(place, "--idle", "1.5s", "--margin", "0", "--speed", "8x")
        #expect(faster.speed == "8x")
        #expect(abs(faster.newDuration.seconds - 6.25) < 0.06)
    }

    @Test("What is idle is the same whether all audio is listened to or what is heard on a still screen alone")
    func listened() throws {
        let place = try place()
        for length in ["0.3s", "0.5s", "1s", "1.5s", "2s"] {
            let alone = try report(place, "--idle", length).ranges
            // No silence lasts for 100 s, so only the audio of still ranges is examined.
            #expect(try alone == report(place, "--idle", length, "--silence", "-40dB,100s").ranges, "\(length)")
        }
    }

    @Test("What the edit mutes is not heard")
    func muted() throws {
        let place = try place()
        try place.result("edit", "mute 3.9..5.1")
        expect(try report(place, "--idle", "1.5s", "--margin", "0s").ranges, [(2, 6)])
        try place.result("edit", "mute 0.5..4.5")
        expect(try report(place, "--silence", "0.5s", "--margin", "0s").ranges, [(0.5, 8)])
    }

    @Test("It is shown before it is done, done at once, and undone at once")
    func done() throws {
        let place = try place()
        let before = try place.replay("edits", "--json").output
        let shown = try place.replay("trim", "--silence", "-40dB", "1..7", "--dry-run")
        #expect(shown.output.contains("removes 2 ranges"), "\(shown.output)")
        #expect(try place.replay("edits", "--json").output == before)
        let wanted = try report(place, "--silence", "-40dB", "1..7")
        let made = try place.replay("trim", "--silence", "-40dB", "1..7")
        #expect(made.status == 0 && made.output.contains("removes 2 ranges"), "\(made.errors)")
        let edits: EditsReport = try place.replay("edits", "--json").json()
        #expect(edits.editedDuration == wanted.newDuration)
        #expect(edits.kept.first?.start == .seconds(1) && edits.kept.count == 2)
        // A second run finds nothing to remove.
        let again = try place.replay("trim", "--silence", "-40dB")
        #expect(again.status == 0 && again.output.contains("nothing to remove"), "\(again.output)")
        #expect(try place.replay("undo").status == 0)
        #expect(try place.replay("edits", "--json").output.contains("\"canUndo\" : false"))
        #expect(try place.replay("trim", "--idle", "1s", "--speed", "4x").status == 0)
        #expect(try place.replay("edits").output.contains("speed"))
        try place.result("export", "--preset", "original", "-o", place.path("out.mp4"))
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(abs(try #require(movie.video?.duration).seconds - 6.8) < 0.06)
    }

    @Test("All of a recording that is silent cannot be removed, but can be played faster")
    func silent() throws {
        let place = try Workplace()
        _ = try place.importMovie(.silent)
        let refused = try place.replay("trim", "--silence", "0.5s")
        #expect(refused.status == 65 && refused.errors.contains("nothing"), "\(refused.errors)")
        #expect(try place.replay("edits", "--json").output.contains("\"canUndo\" : false"))
        #expect(try place.replay("trim", "--silence", "0.5s", "--speed", "2x").status == 0)
    }

    @Test(
        "Invalid lengths, levels, speeds and options end with 64 or 65 and a sentence",
        arguments: [
            (["--idle", "0"], "idle"), (["--idle", "-1s"], "idle"), (["--idle", "soon"], "idle"),
            (["--idle", "nan"], "idle"), (["--silence", "loud"], "silence"), (["--silence", "-40dB,-1s"], "silence"),
            (["--silence", "6dB"], "silence"), (["--silence", "-90dB"], "-60dB"),
            (["--idle", "1s", "--speed", "0"], "speed"), (["--idle", "1s", "--speed", "1e9"], "speed"),
            (["--idle", "1s", "--margin", "-1s"], "margin"), (["--silence", "0s"], "silence"),
            (["--margin", "1s"], "--idle"),
            (["--speed", "2x"], "--idle"), (["--dry-run"], "--idle"), (["--idle", "1s", "5..1"], "5"),
        ])
    func bad(arguments: [String], part: String) throws {
        let place = try place()
        let run = try place.start(["trim"] + arguments).wait()
        #expect(run.status == 64 || run.status == 65, "\(run.status)")
        #expect(run.errors.contains(part), "\(run.errors)")
        #expect(run.errors.split(separator: "\n").count <= 3, "\(run.errors)")
    }
}
