import Foundation
import ReplayTestSupport
import Testing

/// Measures what a cluster costs in addition to the processors of one machine, for `Scripts/bench --batch`. It takes
/// minutes.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["REPLAY_FIGURES"] != nil)) struct SlurmFigures {
    @Test("A long movie in chunks of 30 s, on two nodes of this machine and in two places of the pool")
    func chunks() throws {
        let site = try ClusterPlace(movies: 0)
        let place = site.place
        try makeLongMovie(in: place)
        let jobs = "{ movie: \"long.mp4\", chunk: \"30s\" }"
        try place.write(jobs: jobs, output: "there")
        try place.write(jobs: jobs, output: "here", to: "here.json")
        let here = try seconds(of: { try place.start(["batch", "here.json", "--jobs", "2"]) })
        let there = try seconds(of: { try site.start() })
        #expect(place.bytes("here/long.mp4") == place.bytes("there/long.mp4"))
        print("slurm \(there) \(here)")
    }

    private func seconds(of start: () throws -> ChildProcess) throws -> Double {
        let began = ContinuousClock.now
        let outcome = try start().wait(limit: 900)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return (ContinuousClock.now - began) / .seconds(1)
    }

    /// Makes a movie of eight minutes, 1920x1080.
    private func makeLongMovie(in place: Workplace) throws {
        let script =
            "ffmpeg -v error -nostdin -f lavfi -i testsrc2=s=1920x1080:r=30:d=20 -f lavfi -i sine=d=20 -c:v libx264 "
            + "-preset ultrafast -g 60 -c:a aac short.mp4 && "
            + "ffmpeg -v error -nostdin -stream_loop 23 -i short.mp4 -c copy long.mp4"
        try ChildProcess.tool(["/bin/sh", "-c", script], folder: place.folder, limit: 1800)
    }
}
