/// The valid values of what a server is told beside its address.
enum StreamKey {
    /// The valid latencies of SRT, in milliseconds.
    static let latencies = 20...10_000

    /// Returns true if a key is one word of plain characters.
    static func isValid(_ key: String) -> Bool { !key.isEmpty && key.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
}
