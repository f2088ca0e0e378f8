import FFmpeg
import Glibc
import ReplaySources

extension CaptureError {
    /// Creates the error for a camera from FFmpeg's error, or from that of a sandbox.
    init(_ error: any Error, of camera: CameraInput) {
        let sentence = (error as? FFmpegError).map { Self.sentence(for: $0, camera: camera) }
        self.init(.noCamera, reason: sentence ?? Self.unusable(camera, because: error))
    }

    static func noDeviceLibrary(for camera: CameraInput) -> CaptureError {
        CaptureError(
            .noCamera,
            reason: "the camera “\(camera)” needs a library that is not installed",
            remedy: "install the package \(DeviceLibrary.packageName)")
    }

    static func noFrame(of camera: CameraInput) -> CaptureError {
        CaptureError(
            .noCamera, reason: "the camera “\(camera)” delivers no frames", remedy: "check that it is on and uncovered")
    }

    static func ended(_ camera: CameraInput) -> CaptureError {
        CaptureError(.cameraLost, reason: "the camera “\(camera)” was disconnected; Replay retries each second")
    }

    private static func sentence(for error: FFmpegError, camera: CameraInput) -> String {
        switch error.code {
        case .init(errno: ENOENT), .init(errno: ENXIO):
            "there is no camera “\(camera)”; plug it in, or name one of /dev/video*"
        case .init(errno: EACCES), .init(errno: EPERM):
            "this user may not open the camera “\(camera)”; join the group “video”"
        case .init(errno: EBUSY): "the camera “\(camera)” is in use; end the program that uses it"
        case .init(errno: ENOTTY), .init(errno: ENODEV), .init(errno: EISDIR):
            "“\(camera)” is not a camera; name one of /dev/video*"
        case .demuxerNotFound: "FFmpeg has no input “\(camera.format)”; “ffmpeg -devices” lists its inputs"
        case .streamNotFound: "“\(camera)” has no frames; name an input that has frames"
        case .interrupted: noFrame(of: camera).description
        default: unusable(camera, because: error)
        }
    }

    private static func unusable(_ camera: CameraInput, because error: any Error) -> String {
        "the camera “\(camera)” cannot be used: \(error)"
    }
}
