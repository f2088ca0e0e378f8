import Glibc

/// The limits of a process in a sandbox (setrlimit(2)).
package struct ResourceLimits: Codable, Equatable, Sendable {
    /// The size of the address space, in bytes.
    package var addressSpace: UInt64
    /// The processor time of all threads, in seconds. The parent can raise it up to `maxProcessorTime`.
    package var processorTime: UInt64
    /// The highest limit of the processor time, in seconds.
    package var maxProcessorTime: UInt64
    /// The size of each file that is written, in bytes.
    package var fileSize: UInt64
    /// The number of open descriptors.
    package var descriptors: UInt64

    /// Creates limits.
    package init(
        addressSpace: UInt64, processorTime: UInt64, maxProcessorTime: UInt64, fileSize: UInt64, descriptors: UInt64
    ) {
        (self.addressSpace, self.fileSize, self.descriptors) = (addressSpace, fileSize, descriptors)
        (self.processorTime, self.maxProcessorTime) = (processorTime, maxProcessorTime)
    }

    /// Sets the limits of this process. A limit that is lower already stays.
    /// - Returns: The `errno` of the failure; nil if the limits are set.
    func apply() -> Int32? {
        let values: [(__rlimit_resource, now: UInt64, most: UInt64)] = [
            (RLIMIT_AS, addressSpace, addressSpace), (RLIMIT_CPU, processorTime, maxProcessorTime),
            (RLIMIT_FSIZE, fileSize, fileSize), (RLIMIT_NOFILE, descriptors, descriptors), (RLIMIT_CORE, 0, 0),
        ]
        for (resource, now, most) in values {
            let resource = __rlimit_resource_t(resource.rawValue)
            var limit = rlimit()
            guard getrlimit(resource, &limit) == 0 else { return errno }
            limit = rlimit(rlim_cur: min(limit.rlim_cur, rlim_t(now)), rlim_max: min(limit.rlim_max, rlim_t(most)))
            guard setrlimit(resource, &limit) == 0 else { return errno }
        }
        return nil
    }
}
