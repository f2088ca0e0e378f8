/// A monitor of the free disk space, which warns once each time it becomes low. A pure value.
struct DiskLevel {
    /// The free space that triggers a warning, in bytes: some minutes of a busy screen.
    private static let low: Int64 = 512 << 20
    /// The free space, in bytes, that must be reached again before another warning.
    private static let enough: Int64 = 768 << 20

    private var isLow = false

    /// - Parameter free: The free space in bytes, or nil if unknown.
    /// - Returns: A warning if the space has just become low.
    mutating func warning(free: Int64?) -> String? {
        guard let free else { return nil }
        let wasLow = isLow
        isLow = free < (isLow ? Self.enough : Self.low)
        return isLow && !wasLow ? "only \(free >> 20) MB are left on the disk" : nil
    }
}
