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
                "camera", found: "FFmpeg’s device library is not installed, so cameras cannot be recorded",
                remedy: "apt install \(package)")
        }
        if let shut = devices.first(where: { !$0.isOpen }), !devices.contains(where: \.isOpen) {
            return .warning(
                "camera", found: "this user may not open \(shut.path)",
                remedy: "join the group “video”: adduser $USER video, then log in again")
        }
        let usable = devices.filter(\.isOpen).map(\.path)
        return .ok(
            "camera",
            found: usable.isEmpty ? "no camera is connected; one could be recorded" : usable.joined(separator: ", "))
    }
}
