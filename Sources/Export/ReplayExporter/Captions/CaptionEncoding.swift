/// How the bytes of a file of captions are to be read.
enum CaptionEncoding {
    /// The file in UTF-8: one of UTF-16 is known by its byte order mark.
    /// - Returns: nil where it has that mark but is no UTF-16.
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
