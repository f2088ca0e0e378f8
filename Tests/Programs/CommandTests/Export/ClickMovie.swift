import Foundation
import ReplayTestSupport

/// A movie of six seconds with a flash and a click at each full second.
enum ClickMovie {
    /// Returns the path of the movie, which is made once.
    static func path() throws -> String {
        let video =
            "testsrc2=s=320x180:r=30:d=6,drawbox=w=iw/4:h=ih/4:color=white:t=fill:enable='lt(mod(t\\,1)\\,0.05)'"
        let audio = "aevalsrc='if(lt(mod(t\\,1)\\,0.05)\\,0.5*sin(2*PI*1000*t)\\,0)':s=48000:d=6"
        return try MadeMovie.path(
            [
                "-f", "lavfi", "-i", video, "-f", "lavfi", "-i", audio, "-c:v", "libx264", "-preset", "ultrafast", "-g",
                "30", "-pix_fmt", "yuv420p", "-c:a", "aac",
            ], ending: "mp4")
    }

    /// Returns the time from each flash to the nearest click in a movie, in seconds; above 0 if the click comes later.
    static func shifts(in path: String) throws -> [Double] {
        let samples = try decode(path, ["-af", "aresample=48000:async=1:first_pts=0", "-f", "f32le", "-ac", "1"])
        let clicks = clicks(in: samples.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) })
        return try flashes(in: path).compactMap { flash in
            clicks.map { $0 - flash }.min { abs($0) < abs($1) }
        }
    }

    /// Returns the times at which clicks begin, in seconds.
    static func clicks(in samples: [Float]) -> [Double] {
        var (times, last) = ([Double](), -48_000)
        for (place, sample) in samples.enumerated() where abs(sample) > 0.1 {
            if place - last > 4800 { times.append(Double(place) / 48_000) }
            last = place
        }
        return times
    }

    /// Returns the times at which flashes begin, in seconds.
    static func flashes(in path: String) throws -> [Double] {
        let data = try ChildProcess.tool([
            JudgeProgram.ffprobe, "-v", "error", "-f", "lavfi", "-show_entries",
            "frame=pts_time:frame_tags=lavfi.signalstats.YAVG", "-of", "csv=p=0",
            "movie=\(path),crop=iw/4:ih/4:0:0,signalstats",
        ])
        var (times, isLit) = ([Double](), false)
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            let values = line.split(separator: ",").compactMap { Double($0) }
            guard values.count == 2 else { continue }
            if values[1] > 215, !isLit { times.append(values[0]) }
            isLit = values[1] > 215
        }
        return times
    }

    private static func decode(_ path: String, _ options: [String]) throws -> Data {
        try ChildProcess.tool(
            [JudgeProgram.ffmpeg(reading: path), "-v", "error", "-nostdin", "-i", path, "-map", "0:a:0"] + options
                + ["pipe:1"])
    }
}
