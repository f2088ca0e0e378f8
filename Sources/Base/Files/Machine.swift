import Glibc

/// The kernel on which a process runs: a lock that is held on it is one that it knows of. Containers on it are told from
/// each other by their host name alone.
package struct Machine: Hashable, Sendable {
    /// Eight hexadecimal digits for the host's name.
    package let host: String
    /// Eight hexadecimal digits, others after each boot.
    package let boot: String

    package init(host: String, boot: String) {
        self.host = Self.tag(host)
        self.boot = Self.tag(boot)
    }

    package init(hostTag: String, bootTag: String) { (host, boot) = (hostTag, bootTag) }

    /// The one on which this process runs.
    package static let current = Machine(host: hostName, boot: bootIdentifier)

    /// Names that say nothing about the machine.
    private static let anonymous: Set<String> = [tag(""), tag("localhost"), tag("localhost.localdomain")]

    /// Whether the other one is this machine before or after a boot.
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

    /// FNV-1a.
    private static func tag(_ text: String) -> String {
        var hash: UInt32 = 0x811C_9DC5
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return hash.hexadecimal
    }
}

extension FixedWidthInteger {
    /// All its digits, zeros in front included.
    var hexadecimal: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
    }
}
