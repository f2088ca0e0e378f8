import Foundation
import ReplayTestSupport
import Testing

/// Checks the audio of exports.
@Suite struct AudioTests {
    @Test("Two tracks are mixed into one")
    func twoTracksAreMixedIntoOne() throws {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie(
                "two", "two.mp4",
                "\(SourceMovie.both) -f lavfi -i sine=1500:d=3 -map 0 -map 1 -map 2 \(SourceMovie.x264) -c:a aac"))
        try place.result("cut", "-r", id, "1.111..2")
        try place.result("export", id, "-o", place.path("out.mp4"))
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(movie.streams.count == 2)
        let audio = try movie.samples()
        let quiet = Self.power(of: 3000, in: audio)
        #expect(Self.power(of: 440, in: audio) > 100 * quiet)
        #expect(Self.power(of: 1500, in: audio) > 100 * quiet)
    }

    @Test("Audio that starts late stays late", arguments: ["mp4", "mkv"])
    func audioThatStartsLateStaysLate(kind: String) throws {
        let place = try Workplace()
        let id = try place.importMovie(.late(kind))
        try place.result("trim", id, "--from", "0.301")
        try place.result("export", id, "-o", place.path("out.mp4"))
        let audio = try ExportedMovie(place.path("out.mp4")).samples()
        let start = try #require(audio.firstIndex { abs($0) > 0.03 })
        #expect(abs(Double(start) / 48_000 - 0.699) < 0.01)
    }

    @Test("A beep is heard where it was, also after a cut", arguments: ["mp4", "mkv", "mov", "ts", "avi"])
    func beepIsHeardWhereItWas(kind: String) throws {
        let place = try Workplace()
        // The tone begins at 2 s. The silence before it shows its beginning to the sample.
        let codec = kind == "mp4" || kind == "ts" ? "aac" : "pcm_s16le"
        let id = try place.importMovie(
            SourceMovie(
                "beep", "beep.\(kind)",
                "\(SourceMovie.frames) -f lavfi -i aevalsrc='if(gte(t,2),0.5*sin(2*PI*440*t),0)':d=3:s=48000 "
                    + "\(SourceMovie.x264) -c:a \(codec)"))
        try place.result("cut", "-r", id, "0.5..1.2345")
        try place.result("export", id, "-o", place.path("out.mp4"))
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try #require(try movie.audioTimes().first).seconds.magnitude < 0.0001)
        let start = try #require(try movie.samples().firstIndex { abs($0) > 0.05 })
        // If the container begins its frames after its audio, time 0 is the earlier of the two.
        let shift = try #require(try movie.numbers().firstIndex(of: 50))
        #expect(abs(Double(start) / 48_000 - (try movie.times())[shift].seconds) < 0.045)
    }

    /// Returns the power of one frequency (Goertzel's algorithm).
    private static func power(of frequency: Double, in samples: [Float]) -> Double {
        let factor = 2 * cos(2 * Double.pi * frequency / 48_000)
        var (last, beforeLast) = (0.0, 0.0)
        for sample in samples { (last, beforeLast) = (Double(sample) + factor * last - beforeLast, last) }
        return last * last + beforeLast * beforeLast - factor * last * beforeLast
    }
}
