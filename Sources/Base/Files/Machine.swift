import Glibc

/// The running kernel that a process uses. The kernel knows the locks of all its processes. Only the host names
/// distinguish the containers on one kernel.
package struct Machine: Hashable, Sendable {
    /// Eight hexadecimal digits: the hash of the host's name.
    package let host: String
    /// Eight hexadecimal digits: the hash of the boot identifier, which changes with each boot.
    package let boot: String

    package init(host: String, boot: String) {
        self.host = Self.tag(host)
        self.boot = Self.tag(boot)
    }

    package init(hostTag: String, bootTag: String) { (host, boot) = (hostTag, bootTag) }

    /// The machine that runs this process.
    package static let current = Machine(host: hostName, boot: bootIdentifier)

    /// The tags of host names that do not identify a machine.
    private static let anonymous: Set<String> = [tag(""), tag("localhost"), tag("localhost.localdomain")]

    /// Returns true if `other` has the same host name but another boot, and the host name identifies a machine.
    func isEarlierBoot(of other: Machine) -> Bool {
        host == other.host && boot != other.boot && !Self.anonymous.contains(host)
    }

    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(path: name)
    }

    private static var bootIdentifier: String {
        guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 64)
        return fgets(&text, Int32(text.count), file) == nil ? "" : String(path: text)
    }

    /// Returns the 32-bit FNV-1a hash of the text.
    private static func tag(_ text: String) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash.hexadecimal
    }
}

extension FixedWidthInteger {
    /// The number in hexadecimal, with leading zeros.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}
