/// The text encodings of a captions file.
enum CaptionEncoding {
    /// Returns the file in UTF-8. UTF-16 is recognized by its byte order mark.
    /// - Returns: Nil if the file has this mark but is not valid UTF-16.
    static func utf8(_ bytes: [UInt8]) -> [UInt8]? {
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else { return bytes }
        guard bytes.count % 2 == 0 else { return nil }
        let units = stride(from: 2, to: bytes.count, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
    }
}
