import FoundationEssentials
import Glibc

/// A time of the boot clock, which nobody sets and which includes suspend: the seconds of one boot of the machine.
package struct BootClock: Equatable {
    /// The seconds since boot.
    package var seconds: Int64
    /// The boot's identifier, or empty if it is not known.
    package var boot: String

    package static var now: BootClock {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        // No consent is valid for a boot that is not known.
        let boot = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
        return BootClock(seconds: Int64(time.tv_sec), boot: boot.filter { !$0.isWhitespace })
    }
}
