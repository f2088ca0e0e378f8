import Glibc

/// The IPv4 addresses of this machine.
enum NetworkAddress {
    /// The first address that other machines can reach; nil if there is none.
    static var reachable: String? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return nil }
        defer { freeifaddrs(first) }
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                interface.ifa_flags & UInt32(IFF_UP) != 0, let address = interface.ifa_addr,
                address.pointee.sa_family == sa_family_t(AF_INET)
            else { continue }
            return text(address)
        }
        return nil
    }

    private static func text(_ address: UnsafeMutablePointer<sockaddr>) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
