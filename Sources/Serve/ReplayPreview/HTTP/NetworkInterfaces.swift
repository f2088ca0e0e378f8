import Glibc

/// The network interfaces of this machine.
enum NetworkInterfaces {
    /// Returns the IPv4 addresses of this machine, those on networks first, in network byte order.
    static func addresses() -> [in_addr_t] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [IPv4Endpoint.loopback] }
        defer { freeifaddrs(list) }
        let found = sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { entry -> in_addr_t? in
            guard let address = entry?.pointee.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                return nil
            }
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee.sin_addr.s_addr }
        }
        return found.filter { $0 != IPv4Endpoint.loopback } + [IPv4Endpoint.loopback]
    }
}
