import FFmpeg
import Glibc
package import ReplaySources

/// The results of checking the requirements for recording a camera. A pure value.
package struct CameraCheck: Sendable {
    /// A video device of the kernel.
    struct Device: Sendable {
        let path: String
        /// True if this user has access to the device.
        let isOpen: Bool
    }

    var hasLibrary: Bool
    var devices: [Device]

    /// Looks for devices without switching a camera on.
    package static func run() -> CameraCheck {
        let paths: [String] = (0..<64).map { "/dev/video\($0)" }
        let devices = paths.filter { access($0, F_OK) == 0 }.map { path in
            Device(path: path, isOpen: access(path, R_OK | W_OK) == 0)
        }
        return CameraCheck(hasLibrary: DeviceLibrary.load(), devices: devices)
    }

    package var findings: [Diagnosis.Finding] { [finding] }

    private var finding: Diagnosis.Finding {
        guard hasLibrary else {
            let package = DeviceLibrary.packageName
            return .warning(
                "camera", "FFmpeg’s library of devices is not installed, without which no camera can be recorded",
                remedy: "apt install \(package)")
        }
        if let shut = devices.first(where: { !$0.isOpen }), !devices.contains(where: \.isOpen) {
            return .warning(
                "camera", "\(shut.path) does not let this user in",
                remedy: "become a member of the group “video”: adduser $USER video, then log in anew")
        }
        let usable = devices.filter(\.isOpen).map(\.path)
        return .ok(
            "camera", usable.isEmpty ? "none is connected; one could be recorded" : usable.joined(separator: ", "))
    }
}
