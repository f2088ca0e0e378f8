import Foundation
import ReplayTestSupport

extension Workplace {
    /// Makes a recording of three grey seconds with a camera that begins a second later. The camera is white by
    /// default.
    /// - Parameter source: The ffmpeg source of the camera's frames.
    func makeCameraRecording(
        _ frames: String = SourceMovie.frames, rate: Int = 25, camera source: String = "color=white"
    ) throws -> String {
        let id = try importMovie(.silent)
        let movie = recordingFolder(id).appending(path: "movie.mp4").path
        try FileManager.default.removeItem(atPath: movie)
        let camera = "-itsoffset 1 -f lavfi -i \(source):s=160x120:r=\(rate):d=2"
        try SourceMovie(
            "with a camera", "both.mp4",
            "\(frames) \(camera) -map 0 -map 1 \(SourceMovie.x264) -metadata:s:v:1 handler_name=Camera "
                + "-pix_fmt yuv420p -fps_mode vfr -movflags frag_keyframe+delay_moov+default_base_moof"
        ).make(at: movie)
        return id
    }
}
