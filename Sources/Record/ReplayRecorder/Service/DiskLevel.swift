/// Watches how much is left on the disk, to warn once each time that it becomes little. A pure value.
struct DiskLevel {
    /// Some minutes of a busy screen.
    private static let low: Int64 = 512 << 20
    /// What must be free before another warning can be due.
    private static let enough: Int64 = 768 << 20

    private var isLow = false

    /// - Parameter free: bytes left; nil: it is not known.
    /// - Returns: a sentence, where it has just become little.
    mutating func warning(free: Int64?) -> String? {
        guard let free else { return nil }
        let wasLow = isLow
        isLow = free < (isLow ? Self.enough : Self.low)
        return isLow && !wasLow ? "only \(free >> 20) MB are left on the disk" : nil
    }
}
