import FoundationEssentials
import Glibc

/// An instant of a clock that nobody sets, and that counts the time asleep: the seconds of one run of the machine.
package struct BootClock: Equatable {
    /// Since the boot.
    package var seconds: Int64
    /// Which run of the machine; empty where that is not known.
    package var boot: String

    package static var now: BootClock {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        let boot = (try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)) ?? ""
        return BootClock(seconds: Int64(time.tv_sec), boot: boot.filter { !$0.isWhitespace })
    }
}
