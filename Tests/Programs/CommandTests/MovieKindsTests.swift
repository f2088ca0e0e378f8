import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks imports of movies of all kinds. ffmpeg reads the exports.
@Suite struct MovieKindsTests {
    @Test("What is kept of a movie is exactly what the edit says", arguments: SourceMovie.all)
    func whatIsKeptOfAMovieIsExactly(source: SourceMovie) throws {
        let place = try Workplace()
        let id = try place.importMovie(source)
        let before = try place.movieBytes(id)
        try place.result("trim", id, "--from", "0.301", "--to", "-0.307")
        try place.result("cut", "-r", id, "1.013..1.897", "2.2..2.21")
        try place.result("export", id, "--preset", "original", "-o", place.path("out.mp4"))
        #expect(try place.movieBytes(id) == before)
        let edits: EditsReport = try place.replay("edits", id, "--json").json()
        #expect(edits.kept.count == 3)
        #expect(abs(edits.editedDuration.seconds - (edits.duration.seconds - 0.608 - 0.894)) < 0.001)
        let movie = try ExportedMovie(place.path("out.mp4"))
        let plan: HardEdit.Plan = try place.replay("export", id, "--preset", "original", "--explain", "--json").json()
        let recorded = try ExportedMovie(place.recordingFolder(id).appending(path: "movie.mp4").path).video
        try expectWellFormed(
            movie, copiedFrom: plan.rendering == "smart" ? recorded : nil, lasting: edits.editedDuration)
        try expectFrames(of: movie, source: place.path(source.file), recording: place.recordingFolder(id), edits)
    }

    @Test("Audio of a file that counts in coarse ticks is not torn", arguments: ["mkv", "flv", "ts"])
    func coarseTicks(container: String) throws {
        let place = try Workplace()
        let path = place.path("coarse.\(container)")
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=160x90:r=25:d=6", "-f", "lavfi", "-i",
            "aevalsrc=0.5*sin(2*PI*(300+200*t)*t):s=44100:d=6", "-c:v", "libx264", "-bf", "0", "-c:a", "aac", path,
        ])
        let id = try place.result("import", path)
        let movie = place.recordingFolder(id).appending(path: "movie.mp4").path
        let times = try PacketFacts.packets(of: movie, stream: "a:0").map(\.pts)
        #expect(times.count > 250 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1024 })
        try place.result(
            "export", id, "--preset", "original", "--audio-render", "exact", "-o", place.path("out.mp4"))
        let (wanted, heard) = (try samples(of: path), try samples(of: place.path("out.mp4")))
        for start in [48_000, 120_000, 200_000] {
            let match = try #require(
                AudioMatch(of: heard, at: start, count: 8192, in: wanted, near: start, reach: 3000))
            // Both files count from the start of their first frame.
            #expect(abs(match.shift) < 2200 && match.likeness > 0.98, "\(container): \(match)")
        }
    }

    /// Returns the audio as it is decoded, whatever its times.
    private func samples(of path: String) throws -> [Float] {
        let bytes = try ChildProcess.tool([
            JudgeProgram.ffmpeg(reading: path), "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0", "-ac", "1",
            "-ar", "48000", "-f", "f32le", "-",
        ])
        return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    private func expectWellFormed(
        _ movie: ExportedMovie, copiedFrom source: StreamFacts?, lasting duration: MediaTime
    ) throws {
        let video = try #require(movie.video)
        try movie.decode()
        #expect(try movie.isFastStart())
        #expect(video.codec == "h264")
        #expect(video.entries["pix_fmt"] == "yuv420p")
        // The sources have no colour tags, and few rows. A copy stays untagged.
        for key in ["color_space", "color_primaries", "color_transfer"] {
            #expect(video.entries[key] == (source.map { $0.entries[key] } ?? "smpte170m"))
        }
        #expect(video.start == .zero)
        #expect(abs(try #require(video.duration).seconds - duration.seconds) < 0.0001)
        #expect(video.width % 2 == 0 && video.height % 2 == 0)
        guard let audio = movie.audio else { return }
        #expect(audio.codec == "aac")
        #expect(source != nil || audio.sampleRate == 48_000)
        #expect(abs(try #require(audio.start).seconds) < 0.0001)
        #expect(abs(try #require(audio.duration).seconds - duration.seconds) < 0.0011)
    }

    private func expectFrames(
        of movie: ExportedMovie, source: String, recording: URL, _ edits: EditsReport
    ) throws {
        let numbers = try ExportedMovie(source).numbers()
        let shown = try MediaProbe(path: recording.appending(path: "movie.mp4").path).frameTimes(of: "v:0")
        try #require(shown.count == numbers.count)
        try expectSameDistances(of: shown, as: source)
        let expected = edits.frames(shownAt: shown)
        #expect(try movie.numbers() == expected.map { numbers[$0.place] })
        let times = try movie.times()
        try #require(times.count == expected.count)
        for (time, frame) in zip(times, expected) { #expect(abs(time.seconds - frame.time) < 0.0001) }
    }

    /// Expects that the recording's frames keep their distances in time.
    private func expectSameDistances(of shown: [MediaTime], as source: String) throws {
        // ffprobe does not find a time for every frame of an MPEG program stream.
        guard !source.hasSuffix(".mpg") else { return }
        let was = try MediaProbe(path: source).frameTimes(of: "v:0")
        for (old, new) in zip(was, shown) {
            #expect(abs((old.seconds - was[0].seconds) - (new.seconds - shown[0].seconds)) < 0.0011)
        }
    }

    @Test("One frame makes a movie")
    func oneFrameMakesAMovie() throws {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("one", "one.mp4", "\(SourceMovie.frames) \(SourceMovie.x264) -frames:v 1"))
        try place.result("export", id, "-o", place.path("out.mp4"))
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try movie.times() == [.zero])
        #expect(abs(try #require(movie.video?.duration).seconds - 0.04) < 0.0001)
    }

    @Test("A fixed rate has a frame at every step")
    func fixedRateHasAFrameAtEveryStep() throws {
        let place = try Workplace()
        let id = try place.importMovie()
        try place.result("cut", "-r", id, "1..2")
        try place.result("export", id, "--preset", "share-720p", "-o", place.path("out.mp4"))
        let movie = try ExportedMovie(place.path("out.mp4"))
        let times = try movie.times()
        #expect(times.count == 60)
        for (place, time) in times.enumerated() { #expect(abs(time.seconds - Double(place) / 30) < 0.0001) }
        #expect(abs(try #require(movie.video?.duration).seconds - 2) < 0.0001)
    }

    @Test(
        "A turned movie is copied with its mark, or exported upright", arguments: [90, 180, 270], ["smart", "full"])
    func turnedMovieIsShownUpright(degrees: Int, method: String) throws {
        let place = try Workplace()
        try SourceMovie("flat", "flat.mp4", "-f lavfi -i testsrc2=s=320x180:r=5:d=1 -vf hue=s=0 \(SourceMovie.x264)")
            .make(at: place.path("flat.mp4"))
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-i", place.path("flat.mp4"), "-c", "copy", "-metadata:s:v", "rotate=\(degrees)",
            place.path("turned.mp4"),
        ])
        let id = try place.result("import", place.path("turned.mp4"))
        try place.result("export", id, "--preset", "original", "--render", method, "-o", place.path("out.mp4"))
        let movie = try ExportedMovie(place.path("out.mp4"))
        let video = try #require(movie.video)
        let isCoded = degrees == 180 || method == "smart"
        #expect((video.width, video.height) == (isCoded ? (320, 180) : (180, 320)))
        // An effect is drawn upright over the frames, so they cannot be copied.
        try place.result("edit", id, "cover 0.2..0.4 40x40+0+0")
        try place.replay("export", id, "--preset", "original", "--render", "smart", "-o", "no.mp4")
            .expectComplaint(65, "rotated")
        let pixels = ["-f", "rawvideo", "-pix_fmt", "gray"]
        let (wanted, got) = (try ExportedMovie(place.path("turned.mp4")).decode(pixels), try movie.decode(pixels))
        try #require(wanted.count == got.count)
        let difference = zip(wanted, got).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        #expect(Double(difference) / Double(wanted.count) < 2)
    }

    @Test("Pixels become square where all frames are encoded")
    func pixelsBecomeSquare() throws {
        let place = try Workplace()
        let id = try place.importMovie(
            SourceMovie("wide", "wide.mp4", "\(SourceMovie.frames) -vf setsar=3/2 \(SourceMovie.x264)"))
        try place.result("export", id, "--preset", "original", "--render", "full", "-o", place.path("out.mp4"))
        let video = try #require(try ExportedMovie(place.path("out.mp4")).video)
        #expect((video.width, video.height) == (480, 180))
        #expect(video.entries["sample_aspect_ratio"] == "1:1")
        try place.result("export", id, "--preset", "original", "-o", place.path("copied.mp4"))
        let copied = try #require(try ExportedMovie(place.path("copied.mp4")).video)
        #expect((copied.width, copied.height) == (320, 180))
        #expect(copied.entries["sample_aspect_ratio"] == "3:2")
    }
}
