import FoundationEssentials

extension JSON5Parser {
    /// Passes over white space and comments.
    mutating func skipSpace() throws(JSON5Error) {
        while let byte = next {
            if byte.isSpace {
                offset += 1
            } else if text[offset...].starts(with: Array("//".utf8)) {
                while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
            } else if text[offset...].starts(with: Array("/*".utf8)) {
                try skipComment()
            } else if text[offset...].starts(with: Array("\u{A0}".utf8)) {
                offset += 2
            } else {
                return
            }
        }
    }

    private mutating func skipComment() throws(JSON5Error) {
        let start = offset
        offset += 2
        while next != nil {
            if text[offset...].starts(with: Array("*/".utf8)) {
                offset += 2
                return
            }
            offset += 1
        }
        throw error("a comment has no end", at: start)
    }

    /// Reads a text in quotes of either kind.
    mutating func string() throws(JSON5Error) -> String {
        let (start, quote) = (offset, text[offset])
        offset += 1
        var bytes: [UInt8] = []
        while let byte = next {
            offset += 1
            switch byte {
            case quote:
                guard let string = String(validating: bytes, as: UTF8.self) else {
                    throw error("a text is not UTF-8", at: start)
                }
                return string
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw error("a text has no end on its line", at: start)
            case UInt8(ascii: "\\"): bytes += try escaped()
            default: bytes.append(byte)
            }
        }
        throw error("a text has no end", at: start)
    }

    /// What a backslash, just read, and what follows mean.
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
        // A line that goes on in the next.
        case UInt8(ascii: "\n"): return []
        case UInt8(ascii: "\r"):
            _ = skip(UInt8(ascii: "\n"))
            return []
        default: return [byte]
        }
    }

    /// `\u` and four digits, or two such for what lies beyond the basic plane.
    private mutating func codePoint() throws(JSON5Error) -> Unicode.Scalar {
        let start = offset - 2
        let first = try digits(4)
        guard (0xD800..<0xDC00).contains(first) else { return try scalar(first, at: start) }
        guard text[offset...].starts(with: Array("\\u".utf8)) else { throw error("half a character", at: start) }
        offset += 2
        let second = try digits(4)
        guard (0xDC00..<0xE000).contains(second) else { throw error("half a character", at: start) }
        return try scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), at: start)
    }

    private mutating func scalar(digits count: Int) throws(JSON5Error) -> Unicode.Scalar {
        let start = offset - 2
        return try scalar(try digits(count), at: start)
    }

    private func scalar(_ value: UInt32, at start: Int) throws(JSON5Error) -> Unicode.Scalar {
        guard let scalar = Unicode.Scalar(value) else { throw error("no character of Unicode", at: start) }
        return scalar
    }

    private mutating func digits(_ count: Int) throws(JSON5Error) -> UInt32 {
        let digits = text[offset...].prefix(count)
        guard digits.count == count, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error("\(count) hexadecimal digits should follow") }
        offset += count
        return value
    }

    /// Reads a number: decimal, or hexadecimal with `0x`; with a sign, and with a point at either end, if it has one.
    mutating func number() throws(JSON5Error) -> Double {
        let start = offset
        while let byte = next, byte.isNumberPart { offset += 1 }
        let word = String(decoding: text[start..<offset], as: UTF8.self)
        guard let number = Self.number(word), number.isFinite else { throw error("“\(word)” is no number", at: start) }
        return number
    }

    private static func number(_ word: String) -> Double? {
        let isNegative = word.hasPrefix("-")
        let size = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
        if size.lowercased().hasPrefix("0x") {
            return UInt64(size.dropFirst(2), radix: 16).map { isNegative ? -Double($0) : Double($0) }
        }
        // Swift's own reading takes names, and numbers that begin with nothing.
        guard size.contains(where: \.isNumber), !(size.first == "0" && size.dropFirst().first?.isNumber == true)
        else { return nil }
        let padded = (size.hasPrefix(".") ? "0" : "") + size.replacing(/\.(?=$|[eE])/, with: ".0")
        return Double(padded).map { isNegative ? -$0 : $0 }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Of a key without quotes; whatever is not ASCII is taken for a letter.
    var isNameStart: Bool {
        let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
        return isLetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") || self >= 0x80
    }

    var isNumberStart: Bool { isDigit || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(self) }

    fileprivate var isNumberPart: Bool { isNumberStart || isNameStart && self < 0x80 }

    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
    }

    fileprivate var isSpace: Bool { [0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D].contains(self) }
}
