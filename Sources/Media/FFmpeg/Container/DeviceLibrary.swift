internal import CFFmpeg
import Glibc

/// FFmpeg's device library. It is loaded only if a device is used, because it depends on about 200 other libraries.
package enum DeviceLibrary {
    /// The file name of the library. FFmpeg uses the same major version for libavformat and libavdevice.
    private static let name = "libavdevice.so.\(LIBAVFORMAT_VERSION_MAJOR)"

    /// The Debian package that contains the library.
    package static let packageName = "libavdevice\(LIBAVFORMAT_VERSION_MAJOR)"

    /// Loads the library and registers its devices with FFmpeg. It is never unloaded, because FFmpeg keeps pointers into it.
    /// - Returns: False if the library is not installed.
    package static func load() -> Bool {
        guard let library = dlopen(name, RTLD_LAZY | RTLD_LOCAL), let symbol = dlsym(library, "avdevice_register_all")
        else { return false }
        // Repeated calls have no further effect.
        unsafeBitCast(symbol, to: (@convention(c) () -> Void).self)()
        return true
    }
}
