internal import CFFmpeg
import Glibc

/// FFmpeg's library of devices, loaded only when one is asked for: it brings some two hundred libraries with it.
package enum DeviceLibrary {
    /// FFmpeg numbers its libraries of containers and of devices alike.
    private static let name = "libavdevice.so.\(LIBAVFORMAT_VERSION_MAJOR)"

    /// The Debian package that it comes in.
    package static let packageName = "libavdevice\(LIBAVFORMAT_VERSION_MAJOR)"

    /// Makes its devices known to FFmpeg, which then holds pointers into it: it is never unloaded.
    /// - Returns: false where the library is not installed.
    package static func load() -> Bool {
        guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL), let symbol = dlsym(library, "avdevice_register_all")
        else { return false }
        // More than one call is as one.
        unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
        return true
    }
}
