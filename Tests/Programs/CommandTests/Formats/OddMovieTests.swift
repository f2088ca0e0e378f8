import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks movies that players show although the data about their frames is odd.
@Suite struct OddMovieTests {
    @Test("Frames that are decoded later than they are shown, as phones write them", arguments: [3, 4, 5])
    func phone(frames: Int) throws {
        let place = try Workplace()
        // FFmpeg ignores the last two offsets when it computes how much earlier decoding must begin.
        try SourceMovie(
            "phone", "phone.mov",
            "\(SourceMovie.frames) -frames:v \(frames) -pix_fmt yuv420p10le -c:v libx265 -preset ultrafast -tag:v hvc1 "
                + "-x265-params log-level=none:bframes=2:b-adapt=0 -movflags negative_cts_offsets"
        ).make(at: place.path("phone.mov"))
        let packets = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-show_entries", "packet=pts,dts", "-of", "csv=p=0",
            place.path("phone.mov"),
        ])
        let times = String(decoding: packets, as: UTF8.self).split(separator: "\n").map {
            $0.split(separator: ",").compactMap { Int($0) }
        }
        try #require(times.contains { $0[0] < $0[1] }, "the movie is to be odd: \(times)")
        let id = try place.result("import", "phone.mov")
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try movie.numbers() == Array(0..<frames))
        let shown = try movie.times()
        for (place, time) in shown.enumerated() { #expect(abs(time.seconds - Double(place) / 25) < 0.001) }
    }

    @Test("Frames of VP9 that are never shown stand in packets of their own")
    func framesOfVP9ThatAreNeverShownStand() throws {
        let place = try Workplace()
        let log = place.path("passes")
        for pass in [["-pass", "1", "-f", "null", "-"], ["-pass", "2", place.path("whole.webm")]] {
            _ = try ChildProcess.tool(
                ["ffmpeg", "-v", "error", "-nostdin"] + SourceMovie.frames.split(separator: " ").map(String.init)
                    + ["-pix_fmt", "yuv420p10le", "-c:v", "libvpx-vp9", "-profile:v", "2", "-crf", "30", "-b:v", "0"]
                    + ["-auto-alt-ref", "1", "-lag-in-frames", "25", "-cpu-used", "4", "-passlogfile", log] + pass)
        }
        _ = try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-i", place.path("whole.webm"), "-c", "copy", "-bsf:v", "vp9_superframe_split",
            "-fflags", "-autobsf", place.path("split.webm"),
        ])
        let packets = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-show_entries", "packet=dts", "-of", "csv=p=0",
            place.path("split.webm"),
        ])
        let times = String(decoding: packets, as: UTF8.self).split(separator: "\n")
        try #require(Set(times).count < times.count, "the movie is to have two packets of one time")
        let id = try place.result("import", "split.webm")
        try place.result("export", id, "--preset", "original", "-o", "out.mp4")
        #expect(try ExportedMovie(place.path("out.mp4")).numbers() == Array(0..<75))
    }

    @Test(
        "A movie of one frame lasts as long as its rate says, or 1/25 s",
        arguments: [
            ("one.mp4", "-c:v libx264"), ("one.mov", "-c:v prores"), ("one.webm", "-c:v libvpx-vp9"),
            ("one.mkv", "-c:v libx264"), ("one.avi", "-c:v mjpeg"), ("one.flv", "-c:v flv"),
            ("one.ogv", "-c:v libtheora"), ("one.nut", "-c:v ffv1"),
        ])
    func oneFrame(name: String, codec: String) throws {
        let place = try Workplace()
        let id = try place.importMovie(SourceMovie("one", name, "\(SourceMovie.frames) -frames:v 1 \(codec)"))
        try place.result("export", id, "-o", "out.mp4")
        let movie = try ExportedMovie(place.path("out.mp4"))
        #expect(try movie.times() == [.zero])
        #expect(abs(try #require(movie.video?.duration).seconds - 0.04) < 0.001)
    }
}
