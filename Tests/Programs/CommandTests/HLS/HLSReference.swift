import Foundation
import ReplayTestSupport
import Testing

/// An MP4 file with the frames that the largest rung of an HLS folder must show. The file is copied if the rung is
/// copied; otherwise, a preset file with the rung's settings encodes it.
struct HLSReference {
    private let id: String
    private let preset: String
    private let rate: String?
    private let place: Workplace

    /// The command prefix for one core. The number of threads changes x264's decisions: an MP4 file is encoded by one
    /// thread per core, a rung by one.
    private static let onOneCore =
        "taskset -c $(sed -n 's/^Cpus_allowed_list:[^0-9]*\\([0-9]*\\).*/\\1/p' /proc/self/status)"

    /// - Parameter rate: The frame rate; nil for the recording's own times.
    init(_ id: String, preset: String, rate: String?, on place: Workplace) {
        (self.id, self.preset, self.rate, self.place) = (id, preset, rate, place)
    }

    func frames() throws -> ShownFrames {
        let path = place.path("reference.mp4")
        let plan: HardEdit.Plan = try place.replay("export", id, "--preset", preset, "--explain", "--json").json()
        if plan.rendering == "smart" {
            try place.result("export", id, "--preset", "original", "--render", "smart", "-o", path)
        } else {
            try HLSPresetFile.write(preset, to: place.path("movie.json")) { $0.makeMovie(rate: rate) }
            let outcome = try place.shell(
                "\(Self.onOneCore) $REPLAY export \(id) --render full --preset ./movie.json -o \(path)")
            try #require(outcome.status == 0, "\(outcome.errors)")
        }
        return try ShownFrames.ffmpeg(path)
    }
}
