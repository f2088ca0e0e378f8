extension StringProtocol {
    /// The first two dots, which are between the ends of a range: by bytes, for a combining mark may follow them.
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
