extension JSON5Parser {
    /// Skips white space and comments.
    mutating func skipSpace() throws(JSON5Error) {
        while let byte = next {
            switch (byte, following) {
            case (let byte, _) where byte.isSpace: offset += 1
            case (UInt8(ascii: "/"), UInt8(ascii: "/")): skipLine()
            case (UInt8(ascii: "/"), UInt8(ascii: "*")): try skipComment()
            // U+00A0, the no-break space.
            case (0xC2, 0xA0): offset += 2
            default: return
            }
        }
    }

    /// The byte after the next one.
    private var following: UInt8? { offset + 1 < text.count ? text[offset + 1] : nil }

    private mutating func skipLine() {
        while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
    }

    private mutating func skipComment() throws(JSON5Error) {
        let start = offset
        offset += 2
        while let byte = next {
            if byte == UInt8(ascii: "*"), following == UInt8(ascii: "/") {
                offset += 2
                return
            }
            offset += 1
        }
        throw error("a comment does not end", at: start)
    }

    /// Reads a string in single or double quotes.
    mutating func string() throws(JSON5Error) -> String {
        let (start, quote) = (offset, text[offset])
        offset += 1
        var bytes: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case quote:
                guard let string = String(validating: bytes, as: UTF8.self) else {
                    throw error("a string is not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw error("a string does not end on its line", at: start)
            case UInt8(ascii: "\\"): bytes += try escaped()
            default: bytes.append(byte)
            }
        }
        throw error("a string does not end", at: start)
    }

    /// Reads the rest of an escape sequence after its backslash, and returns its bytes.
    private mutating func escaped() throws(JSON5Error) -> [UInt8] {
        guard let byte = next else { throw error("the text ends after “\\”") }
        offset += 1
        switch byte {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "v"): return [0x0B]
        case UInt8(ascii: "0"): return [0]
        case UInt8(ascii: "x"): return Array(String(Character(try scalar(digits: 2))).utf8)
        case UInt8(ascii: "u"): return Array(String(Character(try codePoint())).utf8)
        // A line continuation.
        case UInt8(ascii: "\n"): return []
        case UInt8(ascii: "\r"):
            _ = skip(UInt8(ascii: "\n"))
            return []
        default: return [byte]
        }
    }

    /// Reads the digits of `\u`: four, or a surrogate pair of two such sequences for a character beyond the basic plane.
    private mutating func codePoint() throws(JSON5Error) -> Unicode.Scalar {
        let start = offset - 2
        let first = try digits(4)
        guard (0xD800..<0xDC00).contains(first) else { return try scalar(first, at: start) }
        guard next == UInt8(ascii: "\\"), following == UInt8(ascii: "u") else {
            throw error("half of a surrogate pair", at: start)
        }
        offset += 2
        let second = try digits(4)
        guard (0xDC00..<0xE000).contains(second) else { throw error("half of a surrogate pair", at: start) }
        return try scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), at: start)
    }

    private mutating func scalar(digits count: Int) throws(JSON5Error) -> Unicode.Scalar {
        let start = offset - 2
        return try scalar(try digits(count), at: start)
    }

    private func scalar(_ value: UInt32, at start: Int) throws(JSON5Error) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else { throw error("not a Unicode character", at: start) }
        return scalar
    }

    private mutating func digits(_ count: Int) throws(JSON5Error) -> UInt32 {
        let digits = text[offset...].prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("\(count) hexadecimal digits must follow") }
        offset += count
        return value
    }

    /// Reads a number: decimal, or hexadecimal with `0x`. It may have a sign, and may begin or end with a point.
    mutating func number() throws(JSON5Error) -> Double {
        let start = offset
        while let byte = next, byte.isNumberPart { offset += 1 }
        guard offset - start <= Self.maxName else { throw error("a number is too long", at: start) }
        if let number = Self.wholeNumber(text[start..<offset]) { return number }
        let word = String(decoding: text[start..<offset], as: UTF8.self)
        guard let number = Self.number(word), number.isFinite else {
            throw error("“\(word)” is not a number", at: start)
        }
        return number
    }

    /// Reads a whole number of at most 15 digits: the fast path for most numbers.
    private static func wholeNumber(_ digits: ArraySlice<UInt8>) -> Double? {
        guard let first = digits.first, digits.count <= 15, first != UInt8(ascii: "0") || digits.count == 1 else {
            return nil
        }
        var value = 0
        for digit in digits {
            guard digit.isDigit else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return Double(value)
    }

    private static func number(_ word: String) -> Double? {
        var size = word.utf8[...]
        let isNegative = size.first == UInt8(ascii: "-")
        if isNegative || size.first == UInt8(ascii: "+") { size.removeFirst() }
        let value = hexadecimal(size) ?? decimal(size)
        return value.map { isNegative ? -$0 : $0 }
    }

    private static func hexadecimal(_ size: Substring.UTF8View) -> Double? {
        guard size.first == UInt8(ascii: "0"), let mark = size.dropFirst().first, mark | 0x20 == UInt8(ascii: "x"),
            size.dropFirst(2).first?.isHexDigit == true
        else { return nil }
        return UInt64(Substring(size.dropFirst(2)), radix: 16).map { Double($0) }
    }

    /// Reads a decimal number. Swift's own parser also accepts names and hexadecimal fractions, but no point at the end.
    private static func decimal(_ size: Substring.UTF8View) -> Double? {
        let mantissa = size.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.contains(where: { !$0.isEmpty }), parts.allSatisfy({ $0.allSatisfy(\.isDigit) }),
            parts[0].first != UInt8(ascii: "0") || parts[0].count == 1
        else { return nil }
        let fraction = parts.count == 2 && !parts[1].isEmpty ? ".\(Substring(parts[1]))" : ""
        return Double("0\(Substring(parts[0]))\(fraction)\(Substring(size[mantissa.endIndex...]))")
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// True if an unquoted key can begin with this byte. All non-ASCII bytes count as letters.
    var isNameStart: Bool {
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
        return isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }

    var isNumberStart: Bool {
        isDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
    }

    fileprivate var isNumberPart: Bool { isNumberStart || isNameStart && self < 0x80 }

    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}
