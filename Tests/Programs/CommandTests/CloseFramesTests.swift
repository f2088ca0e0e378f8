import Foundation
import MediaTime
import ReplayTestSupport
import Testing

/// Checks frames that are shown for less than 1/90,000 s, the tick of an output.
@Suite struct CloseFramesTests {
    @Test("What an edit leaves of a frame for less than a tick is not shown", arguments: ["0", "2"])
    func remainders(bFrames: String) throws {
        let edit = try edit("null", bFrames: bFrames, timescale: 23_040_000)
        // A microsecond or two is left of the frames at 0.56 s, 2 s (a keyframe), 2.72 s and 3 s (another keyframe).
        let cuts: [(Int64, Int64)] = [
            (500_000, 559_999), (1_200_000, 1_999_998), (2_720_001, 2_900_000), (3_000_002, 3_300_000),
        ]
        try edit.with(cuts.map { TimeRange(start: microseconds($0), end: microseconds($1)) }) {
            #expect(try edit.plan("auto").rendering == "smart")
            _ = try edit.export("auto", likeness: 40)
            _ = try edit.export("full", likeness: 25)
        }
    }

    @Test("If several frames fall on one tick, the last is shown, and all frames are encoded", arguments: ["0", "2"])
    func pairs(bFrames: String) throws {
        // Each tenth frame comes 2 microseconds after the previous one.
        let late = "setpts='if(mod(N,10),N,N-1)/25/TB+if(mod(N,10),0,2)'"
        let edit = try edit("settb=1/1000000,\(late)", bFrames: bFrames, timescale: 1_000_000)
        try edit.with([TimeRange(start: microseconds(1_500_000), end: microseconds(1_700_000))]) {
            let plan = try edit.plan("auto")
            #expect(plan.rendering == "full" && plan.obstacle?.contains("1/90,000 s") == true)
            _ = try edit.export("auto", likeness: 25)
        }
    }

    private func microseconds(_ count: Int64) -> MediaTime { MediaTime(value: count, timescale: 1_000_000) }

    private func edit(_ filter: String, bFrames: String, timescale: Int) throws -> HardEdit {
        let place = try Workplace()
        let file = place.path("close.mp4")
        try ChildProcess.tool([
            "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=4", "-vf", filter,
            "-fps_mode", "passthrough", "-enc_time_base", "1/\(timescale)", "-c:v", "libx264", "-g", "25", "-bf",
            bFrames,
            "-video_track_timescale", "\(timescale)", file,
        ])
        return try HardEdit(URL(filePath: file), isNumbered: false)
    }
}
