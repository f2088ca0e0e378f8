/// The limits of what users set for handler programs.
package enum HandlerLimits {
    /// The default of the maximum memory, in bytes.
    package static let memory: Int64 = 50_000_000
    /// The valid maxima of the memory, in bytes.
    package static let memories: ClosedRange<Int64> = 1_000_000...1_000_000_000_000
    /// The maximum number of set-up values, and of bytes in all of them.
    package static let (maxValues, maxValuesLength) = (64, 16 << 10)

    /// Returns true if set-up values can be sent in one message.
    package static func canSend(_ values: [String: String]) -> Bool {
        values.count <= maxValues
            && values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } <= maxValuesLength
    }
}
