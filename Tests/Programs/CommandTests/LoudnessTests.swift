import Foundation
import ReplayTestSupport
import Testing

/// Checks `replay export --loudness` with ffmpeg's `ebur128`.
@Suite(.timeLimit(.minutes(30))) struct LoudnessTests {
    private static func movie(_ name: String, _ audio: String, _ coding: String = "-c:a aac -b:a 256k") -> SourceMovie {
        SourceMovie(
            name, "movie.mp4",
            "-f lavfi -i color=gray:s=64x36:r=5:d=8 -f lavfi -i \(audio) \(SourceMovie.x264) \(coding)")
    }

    /// Bursts, much louder than the noise between them. Speech has such peaks.
    private static let bursts =
        "anoisesrc=color=pink:r=48000:d=8:seed=7:amplitude=0.03,asetnsamples=240,"
        + "volume='if(lt(mod(t,0.5),0.02),25,1)':eval=frame"

    static let movies = [
        movie("a quiet tone", "sine=1000:r=48000:d=8,volume=0.1"),
        movie("loud white noise", "anoisesrc=r=48000:d=8:seed=3:amplitude=0.9"),
        movie("peaks", bursts),
        movie("mono at 44.1 kHz", "anoisesrc=color=pink:r=44100:d=8:seed=5:amplitude=0.1", "-c:a aac -ac 1"),
    ]

    /// Returns the integrated loudness, in LUFS, and the true peak, in dBTP.
    private func measure(_ path: String) throws -> (loudness: Double, peak: Double) {
        let run = try ChildProcess([
            JudgeProgram.ffmpeg, "-nostdin", "-hide_banner", "-i", path, "-map", "0:a:0", "-af", "ebur128=peak=true",
            "-f", "null", "-",
        ]).wait()
        try #require(run.status == 0)
        func value(_ name: String) throws -> Double {
            let line = try #require(
                run.errors.split(separator: "\n").last { $0.trimmingCharacters(in: .whitespaces).hasPrefix(name) })
            return try #require(line.split(separator: " ").compactMap { Double($0) }.last)
        }
        return (try value("I:"), try value("Peak:"))
    }

    @Test("Audio is as loud as it shall be to 0.5 LU, and does not clip", arguments: movies)
    func reached(movie: SourceMovie) throws {
        let place = try Workplace()
        _ = try place.importMovie(movie)
        try place.result("edit", "speed 6..8 2x")
        for (target, name) in [("-16", "a.mp4"), ("-23LUFS", "b.webm"), ("-30", "c.mp4")] {
            let preset = name.hasSuffix("webm") ? "webm" : "original"
            try place.result("export", "--preset", preset, "--loudness", target, "-o", place.path(name))
            let (loudness, peak) = try measure(place.path(name))
            let wanted = try #require(Double(target.prefix(3)))
            #expect(abs(loudness - wanted) <= 0.5, "\(target): \(loudness) LUFS")
            #expect(peak < -0.4, "\(target): \(peak) dBTP")
            print("loudness \(movie.testDescription) \(target): \(loudness) LUFS, \(peak) dBTP")
        }
    }

    @Test("The limiter moves nothing: a click stays where it is")
    func inPlace() throws {
        let place = try Workplace()
        let clicks =
            "sine=500:r=48000:d=8,volume=0.16,asetnsamples=240,volume='if(lt(mod(t,0.5),0.02),25,1)':eval=frame"
        _ = try place.importMovie(Self.movie("clicks", clicks, "-c:a pcm_s16le -f mov"))
        for (name, more) in [("a.mp4", []), ("b.mp4", ["--loudness", "-16"])] {
            let run = try place.start(
                ["export", "--preset", "original", "--audio-render", "exact", "-o", place.path(name)] + more
            ).wait()
            try #require(run.status == 0, "\(run.errors)")
        }
        func onsets(_ name: String) throws -> [Int] {
            let samples = try ExportedMovie(place.path(name)).samples()
            let loudest = samples.reduce(0) { max($0, abs($1)) }
            return stride(from: 0, to: samples.count - 24_000, by: 24_000).compactMap { start in
                samples[(start + 12_000)..<(start + 24_000 + 480)].firstIndex { abs($0) > loudest / 3 }
            }
        }
        let (before, after) = (try onsets("a.mp4"), try onsets("b.mp4"))
        #expect(before.count == after.count && before.count > 10, "\(before) \(after)")
        for (first, second) in zip(before, after) { #expect(abs(first - second) < 96, "\(first) \(second)") }
    }

    @Test("An HLS folder is as loud, and a preset may say it; what is silent stays so")
    func elsewhere() throws {
        let place = try Workplace()
        let id = try place.importMovie(Self.movies[2])
        try place.result("export", "--preset", "hls-single", "--loudness", "-20", "-o", place.path("hls"))
        #expect(abs(try measure(place.path("hls/main.m3u8")).loudness + 20) <= 0.5)
        let preset = """
            {version: 1, name: "n", summary: "s", video: {crf: 30, encoderPreset: "ultrafast"},
             audio: {bitRate: 128000, loudness: -14}}
            """
        try Data(preset.utf8).write(to: place.folder.appending(path: "loud.json"))
        try place.result("export", "--preset", place.path("loud.json"), "-o", place.path("loud.mp4"))
        #expect(abs(try measure(place.path("loud.mp4")).loudness + 14) <= 0.5)
        try place.result(
            "export", "--preset", place.path("loud.json"), "--render", "full", "--plan", "--chunk-length",
            "2s", "-o", "c.mp4")
        for chunk in 0..<4 { try place.result("export", "--chunk", "\(chunk)", "-o", "c.mp4") }
        try place.result("export", "--join", "-o", "c.mp4")
        #expect(abs(try measure(place.path("c.mp4")).loudness + 14) <= 0.5)
        #expect(
            try place.result("export", id, "--loudness", "-16", "--explain", "--preset", "original").isEmpty == false)
        try place.result("edit", "mute ..")
        try place.result("export", "--loudness", "-16", "-o", place.path("silent.mp4"))
        #expect(try ExportedMovie(place.path("silent.mp4")).samples().allSatisfy { abs($0) < 1e-4 })
    }

    @Test(
        "What is no loudness is refused in a sentence",
        arguments: ["16", "0", "-4", "-41", "nan", "loud", "-inf", "", "-16dB"])
    func bad(loudness: String) throws {
        let place = try Workplace()
        let run = try place.replay("export", "--loudness", loudness)
        #expect(run.status == 64 && run.errors.contains("-40 to -5 LUFS"), "\(run.errors)")
    }

    @Test("A preset's loudness is refused as the option's is")
    func badPreset() throws {
        let place = try Workplace()
        _ = try place.importMovie(Self.movies[0])
        let preset = #"""
            {version: 1, name: "n", summary: "s", video: {crf: 30, encoderPreset: "fast"},
             audio: {bitRate: 96000, loudness: 3}}
            """#
        try Data(preset.utf8).write(to: place.folder.appending(path: "bad.json"))
        let run = try place.replay("export", "--preset", place.path("bad.json"))
        #expect(run.status == 65, "\(run.errors)")
        #expect(run.errors.contains("“audio.loudness” is 3.0, but must be -40.0 to -5.0"), "\(run.errors)")
    }
}
