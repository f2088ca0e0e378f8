import Foundation
import Testing

/// The MP4 file whose pictures the largest rung of an HLS folder has to show: copied where the rung is, else encoded by a
/// preset file with the rung's settings.
struct HLSReference {
    private let id: String
    private let preset: String
    private let desk: Desk

    init(_ id: String, preset: String, on desk: Desk) { (self.id, self.preset, self.desk) = (id, preset, desk) }

    func pictures() throws -> ShownPictures {
        let path = desk.path("reference.mp4")
        let plan: HardEdit.Plan = try desk.replay("export", id, "--preset", preset, "--explain", "--json").json()
        if plan.rendering == "smart" {
            try desk.result("export", id, "--preset", "original", "--render", "smart", "-o", path)
        } else {
            let file = desk.path("movie.json")
            try HLSPresetFile.write(preset, to: file) { $0.makeMovie() }
            try desk.result("export", id, "--preset", file, "--render", "full", "-o", path)
        }
        return try ShownPictures.ffmpeg(path)
    }
}
