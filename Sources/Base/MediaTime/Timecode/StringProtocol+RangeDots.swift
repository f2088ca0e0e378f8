extension StringProtocol {
    /// The first two adjacent dots, which separate the ends of a range. The search is by bytes, because a combining
    /// mark after a dot would change the character.
    package var rangeDots: Range<Index>? {
        let bytes = utf8
        var rest = bytes.startIndex
        while let first = bytes[rest...].firstIndex(of: UInt8(ascii: ".")) {
            rest = bytes.index(after: first)
            if rest < bytes.endIndex, bytes[rest] == UInt8(ascii: ".") { return first..<bytes.index(after: rest) }
        }
        return nil
    }
}
