import FFmpeg
import Glibc
import ReplaySources

extension CaptureError {
    /// Creates the error for a camera from FFmpeg's error.
    init(_ error: FFmpegError, of camera: CameraInput) {
        self.init(.noCamera, Self.sentence(error, camera))
    }

    static func noDeviceLibrary(for camera: CameraInput) -> CaptureError {
        CaptureError(
            .noCamera,
            "the camera “\(camera)” needs a library that is not installed",
            remedy: "install the package \(DeviceLibrary.packageName)")
    }

    static func noFrame(of camera: CameraInput) -> CaptureError {
        CaptureError(.noCamera, "the camera “\(camera)” gives no frame", remedy: "see that it is on and uncovered")
    }

    static func ended(_ camera: CameraInput) -> CaptureError {
        CaptureError(.cameraLost, "the camera “\(camera)” went away; it is tried again each second")
    }

    private static func sentence(_ error: FFmpegError, _ camera: CameraInput) -> String {
        switch error.code {
        case .init(errno: ENOENT), .init(errno: ENXIO):
            "there is no camera “\(camera)”; plug it in, or name one of /dev/video*"
        case .init(errno: EACCES), .init(errno: EPERM):
            "the camera “\(camera)” does not let this user in; become a member of the group “video”"
        case .init(errno: EBUSY): "the camera “\(camera)” is in use; end the program that uses it"
        case .init(errno: ENOTTY), .init(errno: ENODEV), .init(errno: EISDIR):
            "“\(camera)” is no camera; name one of /dev/video*"
        case .demuxerNotFound: "FFmpeg has no input “\(camera.format)”; “ffmpeg -devices” lists those that it has"
        case .streamNotFound: "“\(camera)” has no frames; name one that has"
        case .interrupted: noFrame(of: camera).description
        default: "the camera “\(camera)” cannot be used: \(error)"
        }
    }
}
